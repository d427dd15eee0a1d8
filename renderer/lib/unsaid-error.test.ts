import { expect, test } from 'vitest';
import type { MessagePart } from '../../collector/contract/messages.ts';
import { message } from '../testing/builders.ts';
import { buildThread, type ToolEntry } from './thread.ts';
import { unsaidError } from './unsaid-error.ts';

const MESSAGE = 'ExitError: command ended with status 1';
const FAILED = { has_error: true, status_message: MESSAGE };

function entryOf(response: unknown, ...extra: MessagePart[]): ToolEntry {
  const result: MessagePart = { type: 'tool_call_response', id: 'a', name: 'run', response, is_error: false };
  const [entry] = buildThread([message('1', 'tool', 's', [result, ...extra])]);
  if (entry?.kind !== 'tool') throw new Error('A result is an entry of its tool');
  return entry;
}

test('an error that the result does not tell is told', () => {
  const error = { type: 'error', name: null, message: MESSAGE, stacktrace: null };
  expect(unsaidError(entryOf('partial output'), FAILED)).toEqual(error);
  expect(unsaidError(entryOf({ out: ['partial'] }), FAILED)).toEqual(error);
});

test('one that the result tells is not told again, with or without its type, nor with the stack behind it', () => {
  const stack = { has_error: true, status_message: `${MESSAGE}\n  at run (a.ts:1)` };
  for (const response of [MESSAGE, 'Error: command ended with status 1.', { error: MESSAGE }]) {
    expect(unsaidError(entryOf(response), FAILED)).toBeNull();
    expect(unsaidError(entryOf(response), stack)).toBeNull();
  }
  const part: MessagePart = { type: 'error', name: null, message: 'status 1', stacktrace: null };
  expect(unsaidError(entryOf('partial', part), FAILED)).toBeNull();
});

test('a tool that is well, unknown or gives no reason has none', () => {
  expect(unsaidError(entryOf('partial'), { has_error: false, status_message: MESSAGE })).toBeNull();
  expect(unsaidError(entryOf('partial'), { has_error: true, status_message: null })).toBeNull();
  expect(unsaidError(entryOf('partial'), null)).toBeNull();
});
