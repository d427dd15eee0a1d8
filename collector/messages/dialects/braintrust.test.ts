import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, linesOf, span, tool } from '../testing/build-span.ts';

test("Braintrust's calls of models tell their tools, which stand with the settings, and why they ended", () => {
  const attributes = {
    'braintrust.metadata':
      '{"model":"gpt-4o-mini","tools":[{"type":"function","function":{"name":"rain","parameters":{"type":"object"}}}]}',
    'braintrust.input_json': '[{"role":"user","content":"Rain in Rome?"}]',
    'braintrust.output_json':
      '[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,' +
      '"tool_calls":[{"id":"c1","type":"function","function":{"name":"rain","arguments":"{\\"city\\":\\"Rome\\"}"}}]}}]',
  };
  const conversation = conversationOfSpan(call({ id: '01', attributes }));
  expect(linesOf(conversation)).toEqual(['user: Rain in Rome?', 'assistant: rain({"city":"Rome"})#c1']);
  expect(conversation.messages[1]?.finish_reason).toBe('tool_calls');
  expect(conversation.tools).toMatchObject([{ name: 'rain', parameters: { type: 'object' } }]);
});

test("Braintrust's tools tell plain texts without their quotes", () => {
  const attributes = { 'braintrust.input_json': '{"city":"Rome"}', 'braintrust.output_json': '"It rains."' };
  const conversation = conversationOfSpan(tool({ id: '01', name: 'rain', attributes }));
  expect(linesOf(conversation).at(-1)).toBe('tool: "It rains."#null');
});

test("Braintrust's functions that returned nothing say nothing", () => {
  const attributes = { 'braintrust.input_json': '"Rain in Rome?"', 'braintrust.output_json': 'null' };
  expect(linesOf(conversationOfSpan(span({ id: '01', attributes })))).toEqual(['user: Rain in Rome?']);
  const quoted = { ...attributes, 'braintrust.output_json': '"null"' };
  expect(linesOf(conversationOfSpan(span({ id: '01', attributes: quoted }))).at(-1)).toBe('assistant: null');
});
