import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, chain, linesOf } from '../testing/build-span.ts';

const span = { framework: 'dspy' };

test.each([
  ['texts', '["No.","Perhaps."]', ['assistant: No.', 'assistant: Perhaps.']],
  [
    'more than texts',
    '[{"text":"No.","reasoning_content":"Blue sky.","logprobs":null}]',
    ['assistant: (Blue sky.) + No.'],
  ],
  [
    'calls of tools',
    '[{"text":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"rain","arguments":"{}"}}]}]',
    ['assistant: rain({})#c1'],
  ],
])('answers that are %s', (_what, output, lines) => {
  const attributes = { 'output.value': output };
  expect(linesOf(conversationOfSpan(call({ id: '01', attributes, span })))).toEqual(lines);
});

test('what a program answers is its own', () => {
  const attributes = { 'output.value': '["a","b"]' };
  expect(linesOf(conversationOfSpan(chain({ id: '01', attributes, span })))).toEqual([
    'assistant: null=["a","b"]',
  ]);
});
