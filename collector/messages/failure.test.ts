import { expect, test } from 'vitest';
import { readFailure } from './failure.ts';
import { call } from './testing/build-span.ts';

const failureOf = (message: string) => {
  const { span, record, ...rest } = call({ id: '01', span: { has_error: true } });
  return readFailure({ ...rest, span, record: { ...record, statusMessage: message } });
};

test.each([
  [
    'Error in agent run: {"error":"MaxTurnsExceededError: Max turns (2) exceeded"}',
    'MaxTurnsExceededError',
    'Max turns (2) exceeded',
  ],
  ['Error running tool (non-fatal): {"tool_name":"rain","error":"No such city."}', null, 'No such city.'],
  ['Error in agent run: {"error":""}', null, 'Error in agent run: {"error":""}'],
  ['Error in agent run: {"error":', null, 'Error in agent run: {"error":'],
])('the error is read out of the data behind the words of the Agents SDK: %s', (status, name, message) => {
  expect(failureOf(status)).toEqual({ type: 'error', name, message, stacktrace: null });
});

test('a failure is named by its stack where nothing else names it', () => {
  const stack = 'TypeError: 400 No.\n    at ask (file:///a.mjs:1:2)';
  expect(failureOf(`400 No.\n\n${stack}`)).toMatchObject({ name: 'TypeError', message: '400 No.' });
  expect(failureOf('400 No.\n\nOther: 500.\n    at ask (file:///a.mjs:1:2)')).toMatchObject({ name: null });
});
