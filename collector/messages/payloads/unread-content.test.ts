import { expect, test } from 'vitest';
import { ReadCache } from '../read-cache.ts';
import { readMessages } from './message.ts';

const partsOf = (message: object) =>
  readMessages([message], 'user', new ReadCache()).map(({ role, parts }) => ({ role, parts }));

test('what a message says under a name that nobody uses is not lost', () => {
  expect(partsOf({ role: 'user', text: 'hello' })).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'hello' }] },
  ]);
  expect(partsOf({ role: 'assistant', id: 'm1', output: { answer: 42 }, text: '' })).toEqual([
    { role: 'assistant', parts: [{ type: 'data', name: null, content: { output: { answer: 42 } } }] },
  ]);
  expect(partsOf({ role: 'user', message: 'x' })).toEqual([
    { role: 'user', parts: [{ type: 'data', name: null, content: { message: 'x' } }] },
  ]);
});

test('what is only about a message is nothing that was said', () => {
  const about = {
    role: 'assistant',
    finish_reason: 'length',
    usage: { total_tokens: 5 },
    extra: null,
    more: [],
  };
  expect(partsOf(about).flatMap(({ parts }) => parts)).toEqual([]);
  expect(partsOf({ role: 'assistant', content: '', odd: 1 }).flatMap(({ parts }) => parts)).toEqual([]);
});
