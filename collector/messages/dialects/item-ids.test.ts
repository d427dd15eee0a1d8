import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

const words = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
const rain = (id: string) => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', id, name: 'rain', arguments: { city: 'Rome' } }],
});
const answer = {
  role: 'tool',
  parts: [{ type: 'tool_call_response', id: 'call_1', response: '{"mm":3}' }],
};
const asks = (id: string, at: number, input: readonly object[], output: object) =>
  call({
    id,
    at,
    name: 'openai.response gpt-4o-mini',
    scope: '@traceloop/instrumentation-openai',
    attributes: {
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify([output]),
    },
  });

test("an answer whose call has its item's id has the call's from the history that follows", () => {
  const { messages } = tellConversation([
    asks('01', 0, [words('user', 'Rain?')], rain('fc_1')),
    asks('02', 20, [words('user', 'Rain?'), rain('call_1'), answer], words('assistant', 'It is wet.')),
  ]);
  expect(linesOf({ messages })).toEqual([
    'user: Rain?',
    'assistant: rain({"city":"Rome"})#call_1',
    'tool: {"mm":3}#call_1',
    'assistant: It is wet.',
  ]);
  expect(messages[2]?.parts).toMatchObject([{ name: 'rain' }]);
});

test('as OpenLLMetry for Python writes it, which leaves calls out of histories, from the span of its tool', () => {
  const attributes = {
    'gen_ai.prompt.0.role': 'user',
    'gen_ai.prompt.0.content': 'Rain?',
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.tool_calls.0.id': 'fc_1',
    'gen_ai.completion.0.tool_calls.0.name': 'rain',
    'gen_ai.completion.0.tool_calls.0.arguments': '{"city":"Rome"}',
  };
  const use = {
    'gen_ai.tool.call.id': 'call_1',
    'gen_ai.tool.name': 'rain',
    'gen_ai.tool.call.arguments': '{"city":"Rome"}',
    'gen_ai.tool.call.result': '{"mm":3}',
  };
  const { messages } = tellConversation([
    call({ id: '01', name: 'openai.response', attributes }),
    tool({ id: '02', at: 20, attributes: use, span: { tool_name: 'rain' } }),
  ]);
  expect(linesOf({ messages })).toEqual([
    'user: Rain?',
    'assistant: rain({"city":"Rome"})#call_1',
    'tool: {"mm":3}#call_1',
  ]);
});
