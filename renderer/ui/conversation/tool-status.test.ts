import { expect, test } from 'vitest';
import { buildThread, type ToolEntry } from '../../lib/thread.ts';
import { message, span } from '../../testing/builders.ts';
import { toolFacts, toolStatus } from './tool-status.ts';

const call = message('c', 'assistant', 's', [{ type: 'tool_call', id: '1', name: 'search', arguments: {} }]);
const answer = (isError: boolean) =>
  message('r', 'tool', 's', [
    { type: 'tool_call_response', id: '1', name: 'search', response: 'none', is_error: isError },
  ]);
const entryOf = (...messages: Parameters<typeof buildThread>[0]) =>
  buildThread(messages).find((entry): entry is ToolEntry => entry.kind === 'tool')!;
const own = (rest: Partial<ReturnType<typeof span>>) =>
  span('tool', null, 0, 1, { span_category: 'tool', ...rest });

test('a call without a result says that it runs as long as its span does, and then that there was none', () => {
  expect(toolStatus(entryOf(call), own({ state: 'running' })).label).toBe('running');
  expect(toolStatus(entryOf(call), own({})).label).toBe('no result');
  expect(toolStatus(entryOf(call), null).label).toBe('no result');
});

test('among the messages of one span, a call of its answer was made, and one of its history had no result', () => {
  const asked = { ...call, direction: 'output' } as const;
  expect(toolStatus(entryOf(asked), null, true).label).toBe('called');
  expect(toolStatus(entryOf(call), null, true).label).toBe('no result');
  expect(toolStatus(entryOf(asked), null).label).toBe('no result');
});

test('a result says more than a span that has not been told to have ended', () => {
  expect(toolStatus(entryOf(call, answer(false)), own({ state: 'running' })).label).toBe('ok');
});

test('what failed says so by its result or by its span', () => {
  expect(toolStatus(entryOf(call, answer(true)), null)).toEqual({ tone: 'error', label: 'error' });
  const failed = own({ has_error: true, error_preview: 'TimeoutError: late' });
  expect(toolStatus(entryOf(call, answer(false)), failed)).toEqual({ tone: 'error', label: 'TimeoutError' });
});

test('only a span of a tool tells how the tool ran', () => {
  expect(toolFacts(span('call', null, 0, 1, { span_category: 'llm' }))).toBeNull();
  expect(toolFacts(own({}))?.span_name).toBe('tool');
});
