import { estimateItems, type Encoding, type Signal } from '../../decode/count.ts';
import { ApiError } from '../../errors.ts';
import type { IngestJob } from '../jobs.ts';
import type { Load } from './admission.ts';
import type { BodyMemory } from '../body-memory.ts';

/** An export request, decompressed. */
export interface ExportRequest {
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly projectId: string;
  readonly body: Buffer;
}

/** `partial_success` of the answer, and what became of the request. */
export interface ExportOutcome {
  readonly rejected: number;
  readonly message: string;
  /** Spans, log records or data points that were stored. */
  readonly items: number;
  readonly redacted: number;
  readonly advice: string | null;
}

/** How much of the buffer the request takes. Throws PAYLOAD_TOO_LARGE where it has more than `most` items. */
export function loadOf({ signal, body, encoding }: ExportRequest, most: number): Load {
  const items = estimateItems(signal, body, encoding, most);
  if (items > most) throw tooManyItems(most);
  return { items, bytes: body.length };
}

/** The job that the ingest thread is handed; the body's memory moves with it. */
export const jobOf = (
  { signal, encoding, projectId, body }: ExportRequest,
  id: number,
  { items }: Load,
  memory: BodyMemory,
): IngestJob => ({ id, signal, encoding, projectId, items, ...memory.movable(body) });

/** Refused even when nothing else waits: an item may be two bytes of a request and still takes about a kilobyte in memory. */
const tooManyItems = (most: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `the request has more than ${most} spans, log records or data points`);

/** The part of a result that receivers are told: the rest is for the queue alone. */
export const outcomeOf = ({ rejected, message, items, redacted, advice }: ExportOutcome): ExportOutcome => ({
  rejected,
  message,
  items,
  redacted,
  advice,
});
