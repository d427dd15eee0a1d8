import { expect, test } from 'vitest';
import { conversationOfSpan } from './conversation.ts';
import { MOST_TOLD, TooManyMessages } from './most-messages.ts';
import { ReadCache } from './read-cache.ts';
import { call, talk } from './testing/build-span.ts';
import { tellWords } from './testing/build-told.ts';
import { SpanIndex } from './telling/span-index.ts';
import { ToldList } from './telling/told.ts';

const many = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, i) => ({ role: 'user', content: `${i}` })));

test('what one span says is bounded', () => {
  const attributes = { 'gen_ai.input.messages': many(MOST_TOLD + 1) };
  expect(() => conversationOfSpan(call({ id: '01', attributes }))).toThrow(TooManyMessages);
});

test('as many are told as may be', () => {
  const list = new ToldList();
  for (let told = 0; told < MOST_TOLD; told++) tellWords(list, '');
  expect(() => tellWords(list, '')).toThrow(new TooManyMessages('more than 300000 messages'));
});

test('what histories repeat is read once, what differs in them counts', () => {
  const asked = (n: number): [string, string][] => Array.from({ length: n }, (_, i) => ['user', `${i}`]);
  const calls = [1, 2, 3].map((n) => call({ id: `0${n}`, at: n * 20, attributes: talk(asked(n), 'Well.') }));
  const read = (most: number): void => {
    const index = new SpanIndex(calls, new ReadCache(), most);
    for (const span of calls) index.readingOf(span);
  };
  // Three questions, and the same answer of three calls.
  expect(() => read(4)).not.toThrow();
  expect(() => read(3)).toThrow(new TooManyMessages('more than 3 messages'));
});
