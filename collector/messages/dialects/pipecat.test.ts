import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, chain, linesOf, span as otherSpan, tool } from '../testing/build-span.ts';

const span = { framework: 'pipecat' } as const;
const said = (...messages: readonly object[]) => JSON.stringify(messages);
const system = { role: 'system', content: 'Be brief.' };
const asked = { role: 'user', content: 'Rain?' };
const used = {
  role: 'assistant',
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'rain', arguments: '{"at":"Rome"}' } }],
};

test('a turn of several requests is told once, with what its tools answered in between', () => {
  const spans = [
    otherSpan({ id: '00', attributes: { transcript: 'Rain?' }, span }),
    call({
      id: '01',
      at: 1,
      attributes: {
        input: said(system, asked),
        tools: '[{"name":"rain"}]',
        'gen_ai.system_instructions': 'Be brief.',
      },
      span,
    }),
    call({
      id: '02',
      at: 20,
      attributes: {
        input: said(system, asked, used, { role: 'tool', tool_call_id: 'c1', content: '"wet"' }),
        output: 'Yes.',
      },
      span,
    }),
    otherSpan({ id: '03', at: 30, attributes: { text: 'Yes.' }, span }),
  ];
  const told = tellConversation(spans);
  expect(linesOf(told)).toEqual([
    'system: Be brief.',
    'user: Rain?',
    'assistant: rain({"at":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: Yes.',
  ]);
  expect(told.tools.map(({ name }) => name)).toEqual(['rain']);
});

test("a tool's use that two spans tell is one", () => {
  const use = { 'tool.function_name': 'rain', 'tool.call_id': 'c1' };
  const spans = [
    tool({
      id: '01',
      attributes: { ...use, 'tool.arguments': '{"at":"Rome"}' },
      span: { ...span, tool_name: 'rain' },
    }),
    chain({ id: '02', at: 20, attributes: { ...use, 'tool.result': '{"mm":4}' }, span }),
    call({ id: '03', at: 40, attributes: { output: 'Yes.' }, span }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'assistant: rain({"at":"Rome"})#c1',
    'tool: {"mm":4}#c1',
    'assistant: Yes.',
  ]);
});

test('input and output of others are not its own', () => {
  expect(linesOf(conversationOfSpan(call({ id: '01', attributes: { output: 'Yes.' } })))).toEqual([]);
});
