import { expect, test } from 'vitest';
import { buildThread } from '../../lib/thread.ts';
import { message } from '../../testing/builders.ts';
import { estimateHeight, inPieces } from './thread-pieces.ts';

const say = (count: number, content: string) =>
  buildThread(
    Array.from({ length: count }, (_, at) => message(`m${at}`, 'user', 's', [{ type: 'text', content }])),
  );
const lengths = (...of: Parameters<typeof inPieces>) => inPieces(...of).map((piece) => piece.length);

test('what is drawn stands by itself, and all else in pieces around it, in order', () => {
  const entries = say(100, 'go');
  const drawn = new Set([0, 1, 50].map((at) => entries[at]!.id));
  expect(inPieces(entries, drawn).flat()).toEqual(entries);
  expect(lengths(entries, drawn)).toEqual([1, 1, 20, 20, 8, 1, 20, 20, 9]);
});

test('a piece of long messages has fewer of them', () => {
  const entries = say(8, 'x'.repeat(18_000));
  expect(lengths(entries)).toEqual([3, 3, 2]);
  expect(lengths(entries, new Set([entries[3]!.id]))).toEqual([3, 1, 3, 1]);
});

test('of a text of megabytes only what is shown counts', () => {
  expect(lengths(say(4, 'x'.repeat(1_000_000)))).toEqual([3, 1]);
});

test('what is longer is expected to be higher', () => {
  expect(estimateHeight(say(3, 'x'.repeat(10_000)))).toBeGreaterThan(10 * estimateHeight(say(3, 'x')));
});
