import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';
import { answered, rained, step, typed } from '../testing/mastra-spans.ts';

test('what was thought while it was streamed is told as thoughts, also where a history has it for words', () => {
  const calls = [{ toolCallId: 'c1', toolName: 'rain', args: { city: 'Rome' } }];
  const thoughts = ['Hm.', 'So.'].map((text) => ({ type: 'reasoning', payload: { text } }));
  const whole = JSON.stringify({
    reasoning: thoughts,
    reasoningText: 'Hm.So.',
    text: 'Wet.',
    toolCalls: calls,
  });
  const asked = '[{"role":"user","content":"Rain?"}]';
  const history =
    '[{"role":"user","content":"Rain?"},{"role":"assistant","content":"Hm.[tool: rain]"},' +
    '{"role":"tool","content":"[tool-result: rain]"}]';
  const spans = [
    chain({ id: '01', ms: 90, attributes: typed('model_generation', `{"messages":${asked}}`, whole) }),
    step({
      id: '02',
      at: 1,
      attributes: typed('model_step', asked, JSON.stringify({ text: '', toolCalls: calls })),
    }),
    call({ id: '03', parent: '02', at: 2, attributes: answered('') }),
    tool({ id: '04', parent: '02', at: 13, ms: 2, attributes: rained('{"city":"Rome"}') }),
    step({ id: '05', at: 30, attributes: typed('model_step', history, '{"text":"Wet.","toolCalls":[]}') }),
    call({ id: '06', parent: '05', at: 31, attributes: answered('Wet.') }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Rain?',
    'assistant: rain({"city":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: (Hm.)',
    'assistant: (So.) + Wet.',
  ]);
});
