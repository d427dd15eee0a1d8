import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from './conversation.ts';
import { agent, call, event, linesOf, tool } from './testing/build-span.ts';

const CALL = 'assistant: rain({})#c1';

/** What a failed tool's span says of itself, with its reason in its status, or thrown with a stack. */
function linesOfFailed(reason: string, { result, isThrown = false }: Options = {}): readonly string[] {
  const attributes = {
    'gen_ai.tool.name': 'rain',
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.tool.call.arguments': '{}',
    ...(result === undefined ? {} : { 'gen_ai.tool.call.result': result }),
  };
  const failed = tool({ id: '01', attributes, error: reason });
  const thrown = event('exception', {
    'exception.type': 'KeyError',
    'exception.message': reason,
    'exception.stacktrace': 'File "rain.py"',
  });
  const record = { ...failed.record, events: isThrown ? [thrown] : [] };
  return linesOf(conversationOfSpan({ ...failed, record }));
}

type Options = { readonly result?: string; readonly isThrown?: boolean };

test('why a tool failed is told once where its result says it, also among other words', () => {
  expect(linesOfFailed('no such city')).toEqual([CALL, 'tool: failed "no such city"#c1']);
  expect(linesOfFailed('no "such" city', { result: '{"error":"no \\"such\\" city"}' })).toEqual([
    CALL,
    'tool: failed {"error":"no \\"such\\" city"}#c1',
  ]);
});

test('a failure that says more than the result of its tool, or has a stack, stands beside it', () => {
  expect(linesOfFailed('killed', { result: 'exit code 1' })).toEqual([
    CALL,
    'tool: failed "exit code 1"#c1',
    'assistant: null! killed',
  ]);
  expect(linesOfFailed('no such city', { isThrown: true })).toEqual([
    CALL,
    'tool: failed "no such city"#c1',
    'assistant: KeyError! no such city',
  ]);
});

test('the names of what an answer is made of say nothing of why its tool failed', () => {
  for (const reason of ['error', 'response', 'c1'])
    expect(linesOfFailed(reason, { result: 'exit code 1' })).toEqual([
      CALL,
      'tool: failed "exit code 1"#c1',
      `assistant: null! ${reason}`,
    ]);
});

test('a call fails by itself, whatever the tools of its history failed with', () => {
  const part = { type: 'tool_call_response', id: 'c1', response: 'timeout', is_error: true };
  const attributes = { 'gen_ai.input.messages': JSON.stringify([{ role: 'tool', parts: [part] }]) };
  const answer = 'tool: failed "timeout"#c1';
  const linesOfCall = (statusMessage: string): readonly string[] => {
    const failed = call({ id: '01', attributes, span: { has_error: true } });
    return linesOf(conversationOfSpan({ ...failed, record: { ...failed.record, statusMessage } }));
  };
  expect(linesOfCall('timeout')).toEqual([answer, 'assistant: null! timeout']);
  expect(linesOfCall('')).toEqual([answer, 'assistant: null! failed']);
  // Nothing that is there says a failure of nothing but white space.
  expect(linesOfCall(' ')).toEqual([answer, 'assistant: null!  ']);
});

test('what was thrown without a message is told by its type, with its stack', () => {
  const stack = 'Traceback (most recent call last):\n  File "a.py", line 1';
  const messagesOf = (thrown: Readonly<Record<string, string>>, attributes = {}) => {
    const span = call({
      id: '01',
      attributes,
      events: [event('exception', thrown)],
      span: { has_error: true },
    });
    return [conversationOfSpan(span), tellConversation([span])].map(({ messages }) =>
      messages.map(({ parts }) => parts),
    );
  };
  const told = [[{ type: 'error', name: 'ValueError', message: 'ValueError', stacktrace: stack }]];
  const thrown = { 'exception.type': 'ValueError', 'exception.stacktrace': stack };
  expect(messagesOf(thrown)).toEqual([told, told]);
  expect(messagesOf({ ...thrown, 'exception.message': '' }, { 'error.type': '500' })).toEqual([told, told]);
});

test('a span around it that says why is told instead', () => {
  const inner = call({
    id: '01',
    parent: '00',
    events: [event('exception', { 'exception.type': 'ValueError' })],
    span: { has_error: true },
  });
  const lines = linesOf(tellConversation([agent({ id: '00', error: 'No such city.' }), inner]));
  expect(lines).toEqual(['assistant: TestError! No such city.']);
});
