import type { LogRecord } from '../contract/logs.ts';
import { readLog } from '../decode/log-record.ts';
import { plainAttributes, exactJsonValue } from '../decode/plain-json.ts';
import { readResource, readScope } from '../decode/span-record.ts';
import type { LogLike } from '../messages/conversation-span.ts';
import type { LogRecordRow } from '../store/reader/logs.ts';
import { formatMicros } from '../contract/format-time.ts';
import { answerableBytes, type Answered } from './answer-bounds.ts';
import type { Reader } from './reader.ts';

/** The rows as the API shows them, with all that the records carry. Throws a VALIDATION_ERROR where that is too much. */
export function logItems(reader: Reader, rows: readonly LogRecordRow[], of: Answered): LogRecord[] {
  answerableBytes(reader, rows, of);
  const raw = reader.raw.read(rows);
  return rows.map((row, i) => {
    const { bytes, resource, scope } = raw[i]!;
    const record = readLog(bytes);
    const { name, version, attributes } = readScope(scope.bytes);
    return {
      id: row.record_id.toLowerCase(),
      time: formatMicros(row.time_us),
      observed_time: row.observed_us === null ? null : formatMicros(row.observed_us),
      severity_number: row.severity_number,
      severity_text: row.severity_text,
      event_name: row.event_name,
      body: exactJsonValue(record.body),
      attributes: plainAttributes(record.attributes),
      resource: { attributes: plainAttributes(readResource(resource.bytes)) },
      scope: { name, version, attributes: plainAttributes(attributes) },
      service_name: row.service_name,
      trace_id: row.trace_id,
      span_id: row.span_id,
    };
  });
}

/** Log records as conversations are told from them; those of a span in the order of the rows. */
export class SpanLogs {
  readonly #bySpan = new Map<string, LogLike[]>();

  constructor(reader: Reader, rows: readonly LogRecordRow[]) {
    const raw = reader.raw.read(rows);
    rows.forEach((row, i) => {
      const { body, attributes, eventName } = readLog(raw[i]!.bytes);
      const log = { eventName, timeUnixNano: BigInt(row.time_ns), body, attributes };
      const key = `${row.trace_id}/${row.span_id}`;
      const known = this.#bySpan.get(key);
      if (known) known.push(log);
      else this.#bySpan.set(key, [log]);
    });
  }

  of({ trace_id, span_id }: { readonly trace_id: string; readonly span_id: string }): readonly LogLike[] {
    return this.#bySpan.get(`${trace_id}/${span_id}`) ?? [];
  }
}
