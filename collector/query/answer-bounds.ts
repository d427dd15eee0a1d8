import { ApiError } from '../errors.ts';
import { rawBytesOf, type RawPlace } from '../store/chunks/raw-records.ts';
import type { Reader } from './reader.ts';

/** The most stored bytes that one answer is made of. In memory they are held several times: as stored, as read and as written. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Something that is answered whole: how it is called, and what to ask for where it is too much. */
export interface Answered {
  readonly name: string;
  readonly instead: string;
}

export const A_PAGE: Answered = { name: 'this page', instead: 'ask for fewer with a smaller limit' };

/** One span with its log records. */
export const aSpan = (spanId: string): Answered => ({
  name: `span ${spanId} with its log records`,
  instead: 'read those in pages from …/logs',
});

/** Spans or traces in one answer, however little they say: each takes a few kilobytes while it is made. */
const MAX_ANSWER_ITEMS = 200_000;

/** Throws a VALIDATION_ERROR where there are more of them than one answer can hold. */
export function needAnswerableCount(
  count: number,
  items: 'spans' | 'traces',
  { name, instead }: Answered,
  most = MAX_ANSWER_ITEMS,
): void {
  if (count > most) throw new ApiError('VALIDATION_ERROR', `${name} has ${count} ${items}: ${instead}`);
}

/** What is looked through without being answered. */
export const MAX_BATCH_BYTES = 32 * 1024 * 1024;

/** What takes more than these takes more than some 200 MB while the answer is made. */
const LARGE_ANSWER_BYTES = 32 * 1024 * 1024;
const LARGE_ANSWER_ROWS = 20_000;

/** Thrown in place of an answer that is only to be made while no other large one is: it will be asked for again then. */
export class LargeAnswer extends Error {}

/**
 * How many bytes the rows hold together. Throws a VALIDATION_ERROR where that is more than an answer can be made of, and a
 * LargeAnswer where `reader` may not make that now.
 */
export function answerableBytes(
  reader: Pick<Reader, 'mayAnswerLarge'>,
  rows: readonly Pick<RawPlace, 'raw_size'>[],
  { name, instead }: Answered,
): number {
  const bytes = rawBytesOf(rows);
  if (bytes > MAX_ANSWER_BYTES) {
    const megabytes = Math.ceil(bytes / 2 ** 20);
    throw new ApiError(
      'VALIDATION_ERROR',
      `${name} holds ${megabytes} MB, too much for one answer: ${instead}`,
    );
  }
  const isLarge = bytes > LARGE_ANSWER_BYTES || rows.length > LARGE_ANSWER_ROWS;
  if (isLarge && !reader.mayAnswerLarge) throw new LargeAnswer(name);
  return bytes;
}
