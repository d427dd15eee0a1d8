import { expect, test } from 'vitest';
import { readFailure } from './failure.ts';
import { call, event, log } from './testing/build-span.ts';

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

const answer = (message: string): string =>
  JSON.stringify({ error: { code: 400, message, status: 'INVALID' } });

test.each([
  [answer('No such model.'), 'No such model.'],
  [answer(`${answer('No such model.')}\n`), 'No such model.'],
  [`got status: INVALID. ${answer('No such model.')}`, 'No such model.'],
  [answer(''), answer('')],
  ['400 {"type":"error","error":{"type":"invalid_request_error","message":"No."}}', '400 No.'],
  ['400 No such {"error"}', '400 No such {"error"}'],
  ['{"error":"No."}', '{"error":"No."}'],
  ['{"error":{"message":', '{"error":{"message":'],
  ['got status: none', 'got status: none'],
])('the words are read out of an answer that Google’s or Anthropic’s SDK throws: %s', (status, message) => {
  expect(failureOf(status)).toEqual({ type: 'error', name: null, message, stacktrace: null });
  const stack = `ApiError: ${status}\n    at ask (file:///a.mjs:1:2)`;
  expect(failureOf(`${status}\n\n${stack}`)).toMatchObject({ name: 'ApiError', message });
});

test('what was thrown is named by the message of an error that says no more', () => {
  expect(failureOf('TypeError: terminated')).toMatchObject({ name: 'TypeError', message: 'terminated' });
  const again = call({
    id: '01',
    span: { has_error: true },
    events: [
      event('exception', {
        'exception.type': 'Error',
        'exception.message': 'TypeError: terminated',
        'exception.stacktrace': 'Error: TypeError: terminated\n    at record (file:///a.mjs:1:2)',
      }),
    ],
  });
  expect(readFailure(again)).toMatchObject({ name: 'TypeError', message: 'terminated' });
  expect(failureOf('Reason: none')).toMatchObject({ name: null, message: 'Reason: none' });
});

const RECORDED = 'Error: 400 No.\n    at write (file:///exporter.mjs:1:2)';
const THROWN = 'TypeError: 400 No.\n    at ask (file:///a.mjs:1:2)';
const RAISED = 'Traceback (most recent call last):\n\n  File "a.py", line 1';
const ROW = '400 No.\n\n  at row 1 of the table';

test.each([
  [`400 No.\n\n${THROWN}`, { name: 'TypeError', message: '400 No.', stacktrace: THROWN }],
  [`400 No.\n\n${RAISED}`, { name: 'Error', message: '400 No.', stacktrace: RAISED }],
  [ROW, { name: 'Error', message: ROW, stacktrace: RECORDED }],
])('what an exporter threw again has the stack behind its message: %s', (message, failure) => {
  const again = call({
    id: '01',
    span: { has_error: true },
    events: [
      event('exception', {
        'exception.type': 'Error',
        'exception.message': message,
        'exception.stacktrace': RECORDED,
      }),
    ],
  });
  expect(readFailure(again)).toEqual({ type: 'error', ...failure });
});

test("why a call of Qwen Code's failed is what its log record says, not the status that is the same for all", () => {
  const failed = call({
    id: '01',
    span: { has_error: true },
    attributes: { 'error.type': 'BadRequestError' },
    logs: [
      log('qwen-code.api_error', 'API error for qwen3. Error: 400 No.', {
        'error.type': 'BadRequestError',
        'error.message': '400 No.',
      }),
    ],
  });
  const record = { ...failed.record, statusMessage: 'API call failed' };
  expect(readFailure({ ...failed, record })).toEqual({
    type: 'error',
    name: 'BadRequestError',
    message: '400 No.',
    stacktrace: null,
  });
});
