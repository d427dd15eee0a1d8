import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, event, linesOf, tool } from '../testing/build-span.ts';

/* As version 1.42 writes it: what a tool asks is on its span, and the exception says nothing. */

const user = { role: 'user', content: [{ text: 'Refund it.' }] };
const called = {
  role: 'model',
  content: [{ toolRequest: { ref: 'c1', name: 'refund', input: { order: 'A' } } }],
};
const answered = {
  role: 'tool',
  content: [{ toolResponse: { ref: 'c1', name: 'refund', output: 'refunded' } }],
};
const thrown = event('exception', {
  'exception.type': 'ToolInterruptError',
  'exception.stacktrace': 'ToolInterruptError\n    at file:///app/tool.mjs:204:11',
});

const model = (id: string, trace: string, at: number, messages: readonly unknown[], message: unknown) =>
  call({
    id,
    trace,
    at,
    attributes: {
      'genkit:input': JSON.stringify({ messages }),
      'genkit:output': JSON.stringify({ message }),
    },
  });

const stopped = (asks: string | undefined) => [
  model('01', 'a1', 0, [user], called),
  tool({
    id: '02',
    trace: 'a1',
    at: 20,
    ms: 5,
    attributes: {
      'genkit:name': 'refund',
      'genkit:input': '{"order":"A"}',
      'genkit:state': 'error',
      ...(asks !== undefined && { 'genkit:metadata:interrupt': asks }),
    },
    events: [thrown],
  }),
];

const resumed = [
  tool({
    id: '03',
    trace: 'b1',
    at: 100,
    ms: 5,
    attributes: {
      'genkit:name': 'refund',
      'genkit:input': '{"order":"A"}',
      'genkit:output': '"refunded"',
      'genkit:metadata:resumed': '{"ok":true}',
    },
  }),
  model('04', 'b1', 120, [user, called, answered], { role: 'model', content: [{ text: 'Done.' }] }),
];

const QUESTION = ['user: Refund it.', 'assistant: refund({"order":"A"})#c1'];
const OUTCOME = ['tool: "refunded"#c1', 'assistant: Done.'];

test('a tool that stops to ask a person asks what its span says', () => {
  expect(linesOf(tellConversation(stopped('{"question":"Sure?"}')))).toEqual([
    ...QUESTION,
    'assistant: interrupt={"question":"Sure?"}',
  ]);
  expect(linesOf(tellConversation(stopped(undefined)))).toEqual(QUESTION);
});

test.each([
  ['asked', '{"question":"Sure?"}', ['assistant: interrupt={"question":"Sure?"}']],
  ['asked nothing', undefined, []],
])('its call is told once where a later trace runs it, also where it %s', (_what, asks, lines) => {
  const { messages } = tellConversation([...stopped(asks), ...resumed]);
  expect(linesOf({ messages })).toEqual([...QUESTION, ...lines, ...OUTCOME]);
  expect(messages.find(({ role }) => role === 'tool')?.carried_by).toEqual(['04', '03']);
});
