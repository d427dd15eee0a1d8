import { expect, test } from 'vitest';
import { message, trace } from '../../testing/builders.ts';
import { sessionMatches } from './session-matches.ts';
import { sessionSections } from './session-sections.ts';

const said = (id: string, traceId: string, content: string) =>
  message(id, 'user', 's', [{ type: 'text', content }], { trace_id: traceId });
const sections = sessionSections(
  [trace({ trace_id: 'one' }), trace({ trace_id: 'two' })],
  [
    said('a', 'one', 'A Hedgehog of porcelain'),
    said('b', 'one', 'A teapot'),
    said('c', 'two', 'The hedgehog again'),
  ],
);
const found = (...words: readonly string[]) => sessionMatches(sections, words).map(({ entryId }) => entryId);

test('what holds all words is found in the order in which it was said, whatever its case', () => {
  expect(sessionMatches(sections, ['hedgehog'])).toEqual([
    { traceId: 'one', entryId: 'a' },
    { traceId: 'two', entryId: 'c' },
  ]);
  expect(found('hedgehog', 'again')).toEqual(['c']);
});

test('words that stand apart are found each by itself', () => {
  expect(found('teapot', 'again')).toEqual(['b', 'c']);
});

test('nothing is found by no words, nor by what nobody said', () => {
  expect(found()).toEqual([]);
  expect(found('zebra')).toEqual([]);
});
