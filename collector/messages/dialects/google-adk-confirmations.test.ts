import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

/* As version 2.0 for JavaScript writes it: a call's id on its tool's spans alone, and the last answer in each history. */

const user = { role: 'user', parts: [{ text: 'Refund it.' }] };
const called = { role: 'model', parts: [{ functionCall: { name: 'refund', args: { order: 'A' } } }] };
const answered = (response: unknown) => ({
  role: 'user',
  parts: [{ functionResponse: { name: 'refund', response } }],
});

const asking = (
  id: string,
  { trace, at, contents, content }: { trace: string; at: number; contents: unknown; content: unknown },
) =>
  call({
    id,
    trace,
    at,
    attributes: {
      'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'gemini', contents }),
      'gcp.vertex.agent.llm_response': JSON.stringify({ content }),
    },
  });

const run = (
  id: string,
  { trace, at, response, use = 'adk-1' }: { trace: string; at: number; response: unknown; use?: string },
) =>
  tool({
    id,
    trace,
    at,
    ms: 5,
    attributes: {
      'gen_ai.tool.name': 'refund',
      'gen_ai.tool.call.id': use,
      'gcp.vertex.agent.tool_call_args': '{"order":"A"}',
      'gcp.vertex.agent.tool_response': JSON.stringify(response),
    },
  });

const WAITING = { error: 'This tool call requires confirmation, please approve or reject.' };

const told = (waiting: unknown, response: unknown) =>
  tellConversation([
    asking('01', { trace: 'a1', at: 0, contents: [user], content: called }),
    run('02', { trace: 'a1', at: 20, response: waiting }),
    run('03', { trace: 'b1', at: 100, response }),
    asking('04', {
      trace: 'b1',
      at: 120,
      contents: [user, called, answered(response)],
      content: { role: 'model', parts: [{ text: 'Well.' }] },
    }),
  ]);

test.each([
  ['allowed', WAITING, { status: 'refunded' }, ''],
  ['denied', WAITING, { error: 'This tool call is rejected.' }, 'failed '],
  ['allowed, of a tool that asks by itself', { status: 'waiting' }, { status: 'refunded' }, ''],
])(
  'a call that waited for a person is told once, with what came of it: %s',
  (_how, waiting, response, failed) => {
    const { messages } = told(waiting, response);
    expect(linesOf({ messages })).toEqual([
      'user: Refund it.',
      'assistant: refund({"order":"A"})#adk-1',
      `tool: ${failed}${JSON.stringify(response)}#adk-1`,
      'assistant: Well.',
    ]);
    expect(messages[1]?.carried_by).toEqual(['01', '04', '02', '03']);
    expect(messages[2]?.carried_by).toEqual(['04', '03']);
  },
);

test('a call that waits has not failed', () => {
  const lines = linesOf(conversationOfSpan(run('01', { trace: 'a1', at: 0, response: WAITING })));
  expect(lines).toEqual(['assistant: refund({"order":"A"})#adk-1', `tool: ${JSON.stringify(WAITING)}#adk-1`]);
});

test('another call of the same arguments in a later trace is its own', () => {
  const ran = { status: 'refunded' };
  const spans = [
    asking('01', { trace: 'a1', at: 0, contents: [user], content: called }),
    run('02', { trace: 'a1', at: 20, response: ran }),
    run('03', { trace: 'b1', at: 100, response: { status: 'again' }, use: 'adk-2' }),
  ];
  expect(linesOf(tellConversation(spans)).slice(1)).toEqual([
    'assistant: refund({"order":"A"})#adk-1',
    'tool: {"status":"refunded"}#adk-1',
    'assistant: refund({"order":"A"})#adk-2',
    'tool: {"status":"again"}#adk-2',
  ]);
});
