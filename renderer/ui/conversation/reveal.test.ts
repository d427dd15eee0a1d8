import { expect, test } from 'vitest';
import type { MessagePart } from '../../../collector/contract/messages.ts';
import { buildThread } from '../../lib/thread.ts';
import { message, span } from '../../testing/builders.ts';
import { mainEntry } from './reveal.ts';

const QUESTION = message('q', 'user', 's', [{ type: 'text', content: 'Where to?' }]);
const call = (id: string): MessagePart => ({ type: 'tool_call', id, name: 'search', arguments: {} });
const result = (id: string, isError: boolean): MessagePart => ({
  type: 'tool_call_response',
  id,
  name: 'search',
  response: 'none',
  is_error: isError,
});
const RESULTS = message('r', 'tool', 's', [result('1', false), result('2', false)]);
const CALLS = message('c', 'assistant', 's', [call('1'), call('2')]);
const answer = (content: string) => message(content, 'assistant', 's', [{ type: 'text', content }]);

const mainOf = (...messages: Parameters<typeof buildThread>[0]) =>
  mainEntry(buildThread(messages), new Map(), () => undefined)?.id;

test('of what a model call was given and said the last answer counts', () => {
  expect(mainOf(QUESTION, answer('First'), CALLS, RESULTS, answer('Last'))).toBe('Last');
});

test('where nothing was answered the first tool counts, and where none was called the first entry', () => {
  expect(mainOf(QUESTION, CALLS, RESULTS)).toBe('c:call:0');
  expect(mainOf(QUESTION)).toBe('q');
  expect(mainOf()).toBeUndefined();
});

test('what failed counts more than any answer', () => {
  const failed = message('r', 'tool', 's', [result('1', false), result('2', true)]);
  expect(mainOf(QUESTION, CALLS, failed, answer('Last'))).toBe('c:call:1');
  const error = message('e', 'assistant', 's', [
    { type: 'error', name: 'TimeoutError', message: 'late', stacktrace: null },
  ]);
  expect(mainOf(QUESTION, answer('Before'), error, answer('After'))).toBe('e');
});

test('a tool whose span failed counts, whatever its result says', () => {
  const entries = buildThread([QUESTION, CALLS, RESULTS, answer('Last')]);
  const own = {
    ...span('tool', null, 0, 1, { span_category: 'tool', has_error: true }),
    tool_name: 'search',
  };
  const spans = new Map([['c:call:1', 'tool']]);
  expect(mainEntry(entries, spans, (id) => (id === 'tool' ? own : undefined))?.id).toBe('c:call:1');
});
