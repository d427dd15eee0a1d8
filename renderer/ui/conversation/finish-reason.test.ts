import { expect, test } from 'vitest';
import { callsTools, isOrdinaryEnd } from './finish-reason.ts';

test('an answer that is finished or asks for tools ended as answers do, however that is spelled', () => {
  for (const reason of ['stop', 'STOP', 'end_turn', 'endTurn', 'tool_calls', 'tool-calls', 'toolUse'])
    expect([reason, isOrdinaryEnd(reason)]).toEqual([reason, true]);
});

test('what cut an answer short is told', () => {
  for (const reason of ['length', 'MAX_TOKENS', 'content_filter', 'refusal', 'error', ''])
    expect([reason, isOrdinaryEnd(reason)]).toEqual([reason, false]);
});

test('asking for tools is told from being finished', () => {
  expect(['tool_use', 'toolUse', 'tool-calls', 'function_call'].map(callsTools)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['stop', 'end_turn', 'tool'].map(callsTools)).toEqual([false, false, false]);
});
