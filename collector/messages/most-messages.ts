/** Messages of one answer: each takes 3 kB while it is made and written as JSON, so many together 1 GB. */
export const MOST_TOLD = 300_000;

/** Different messages in all histories of a conversation: each takes 0.6 kB, also one that is not told since another says the same. */
export const MOST_READ = 1_000_000;

/** Messages of the spans that are read for search at once, beside whatever else goes on: they take 0.2 GB. */
export const MOST_SEARCHED = 100_000;

/**
 * A conversation has more messages than may lie in memory at once. No count of bytes bounds them, since one takes thirty or a
 * million; and a thread whose memory is full may end the whole process.
 */
export class TooManyMessages extends Error {
  override readonly name = 'TooManyMessages';
}

/** Throws TooManyMessages. */
export function notMoreThan(most: number, messages: number): void {
  if (messages > most) throw new TooManyMessages(`more than ${most} messages`);
}
