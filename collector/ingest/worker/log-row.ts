import type { WireLog } from '../../decode/logs.ts';
import { logFields } from '../../extract/log-fields.ts';
import type { LogPlace } from '../../extract/log-spans/log-spans.ts';
import type { LogRow } from '../../store/rows/log-row.ts';
import { contentHash, originFacts } from './origin.ts';
import { storedTime } from './span-row.ts';

/**
 * Makes the rows of one request's log records. A record is known by its content, so that a request that comes again
 * adds nothing; the same record twice in one request is two. `receivedNs` stands for the time of records without any, but
 * for those that an export of a collector has: theirs is when that collector received them.
 */
export function logRows(receivedNs: bigint): (log: WireLog) => LogRow {
  const seen = new Map<string, number>();
  return (log) => {
    const { timeUnixNano, observedUnixNano, arrivalUnixNano } = log;
    const isUndated = timeUnixNano === 0n && observedUnixNano === 0n;
    const arrival = arrivalUnixNano === 0n ? receivedNs : arrivalUnixNano;
    const observed = isUndated ? arrival : observedUnixNano;
    const { eventName, searchText, inputPreview, outputPreview, speaks } = logFields(log);
    return {
      raw: log.bytes,
      resource: log.from.resource,
      scope: log.from.scope,
      speaks,
      columns: {
        hash: identityOf(log, seen),
        timeNs: storedTime(timeUnixNano === 0n ? observed : timeUnixNano),
        observedNs: observed === 0n ? null : storedTime(observed),
        severityNumber: log.severityNumber === 0 ? null : log.severityNumber,
        severityText: log.severityText === '' ? null : log.severityText,
        eventName,
        serviceName: originFacts(log.from).serviceName,
        traceId: log.traceId,
        spanId: log.spanId,
        searchText,
        inputPreview,
        outputPreview,
        isUndated: isUndated ? 1 : 0,
      },
    };
  };
}

/** A row of the trace and the span that were made for its record. */
export function placedLog(row: LogRow, place: LogPlace | null): LogRow {
  if (place === null) return row;
  const { traceId, spanId } = place;
  return { ...row, columns: { ...row.columns, traceId, spanId } };
}

function identityOf(log: WireLog, seen: Map<string, number>): Buffer {
  const content = contentHash(originFacts(log.from).hash, log.bytes);
  const key = content.toString('latin1');
  const before = seen.get(key) ?? 0;
  seen.set(key, before + 1);
  return before === 0 ? content : contentHash(content, Buffer.from(String(before)));
}
