import { expect, test } from 'vitest';
import type { AttributeValue } from '../../decode/records.ts';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, linesOf, tool } from '../testing/build-span.ts';

const rain = { id: 'c1', type: 'function', function: { name: 'rain', arguments: '{"city":"Rome"}' } };
const answered = (attributes: Readonly<Record<string, AttributeValue>>) =>
  linesOf(conversationOfSpan(call({ id: '01', attributes })));

test('answers have their texts and their calls apart', () => {
  expect(
    answered({
      'gen_ai.input.messages': '[{"role":"user","content":"Rain?"}]',
      'gen_ai.response.text': '["I will look."]',
      'gen_ai.response.tool_calls': JSON.stringify([rain]),
    }),
  ).toEqual(['user: Rain?', 'assistant: I will look. + rain({"city":"Rome"})#c1']);
  expect(answered({ 'gen_ai.response.text': 'Streamed.' })).toEqual(['assistant: Streamed.']);
});

test('calls are in the form of their provider', () => {
  const block = { type: 'tool_use', id: 'c1', name: 'rain', input: { city: 'Rome' } };
  const item = { type: 'function_call', call_id: 'c1', name: 'rain', arguments: '{"city":"Rome"}' };
  for (const one of [block, item])
    expect(answered({ 'gen_ai.response.tool_calls': JSON.stringify([one]) })).toEqual([
      'assistant: rain({"city":"Rome"})#c1',
    ]);
});

test('one conversation comes of histories of which the last message alone was kept, older ones under an older name', () => {
  const spans = [
    call({
      id: '01',
      attributes: {
        'gen_ai.request.messages':
          '[{"role":"system","content":"Be brief."},{"role":"user","content":"Rain?"}]',
        'gen_ai.response.tool_calls': JSON.stringify([rain]),
        'gen_ai.request.available_tools': '[{"type":"function","function":{"name":"rain"}}]',
      },
    }),
    tool({
      id: '02',
      at: 20,
      span: { tool_name: 'rain' },
      attributes: { 'gen_ai.tool.input': '{"city":"Rome"}', 'gen_ai.tool.output': 'wet' },
    }),
    call({
      id: '03',
      at: 40,
      attributes: {
        'gen_ai.input.messages': '[{"role":"tool","tool_call_id":"c1","content":"wet"}]',
        'gen_ai.response.text': '["Yes."]',
      },
    }),
  ];
  const told = tellConversation(spans);
  expect(linesOf(told)).toEqual([
    'system: Be brief.',
    'user: Rain?',
    'assistant: rain({"city":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: Yes.',
  ]);
  expect(told.tools.map(({ name }) => name)).toEqual(['rain']);
});
