import { readRecords, type ReadOptions } from './read-file.ts';
import { isBad, type BadRecord, type FileRecord } from './record.ts';
import { RefusedError, type Send } from './send-records.ts';
import { taken } from './taken.ts';

export interface ImportOptions extends ReadOptions {
  readonly send: Send;
  /** A record that was passed over, or of which a part was refused. */
  readonly onBad: (record: BadRecord) => void;
}

export interface ImportResult {
  /** Export requests that the collector has stored. */
  readonly requests: number;
  /** Spans, log records and data points in them. */
  readonly items: number;
  /** Records that were passed over, or of which a part was refused. */
  readonly bad: number;
  /** A trace to show: the first that the file has a span of. */
  readonly traceId: string | null;
}

/** Requests under way at once: the collector writes what comes together in one commit. */
const PARALLEL = 8;

/**
 * Sends what a file holds to a collector. Resolves when all of it is stored; rejects with a FileError where it can't be read
 * (what was read by then is stored), any failure of `send` that is not about one record, and the reason of an aborted
 * signal; what has been sent by then is waited for.
 */
export async function importFile(file: string, options: ImportOptions): Promise<ImportResult> {
  const running = new Set<Promise<void>>();
  const sum = { requests: 0, items: 0, bad: 0, traceId: null as string | null };
  const bad = (record: BadRecord): void => {
    sum.bad++;
    options.onBad(record);
  };
  const sendOne = async (record: FileRecord): Promise<void> => {
    try {
      const { rejected, message } = await options.send(record);
      const { items, traceId, unread } = taken(record);
      if (unread !== null) return bad({ at: record.at, reason: unread });
      sum.requests++;
      sum.items += items - rejected;
      sum.traceId ??= traceId;
      if (rejected > 0) bad({ at: record.at, reason: `has ${rejected} refused: ${message}` });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      bad({ at: record.at, reason: `was refused: ${error.message}` });
    }
  };
  const failures: unknown[] = [];
  try {
    for await (const record of readRecords(file, options)) {
      if (failures.length > 0 || options.signal?.aborted) break;
      if (isBad(record)) bad(record);
      else {
        const one = sendOne(record)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(one));
        running.add(one);
        if (running.size >= PARALLEL) await Promise.race(running);
      }
    }
  } catch (error) {
    failures.push(error);
  }
  // What has begun ends before the collector may be stopped.
  await Promise.all(running);
  options.signal?.throwIfAborted();
  if (failures.length > 0) throw failures[0];
  return sum;
}
