import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, linesOf, talk } from '../testing/build-span.ts';

const run = {
  'smolagents.task': 'Rain?',
  'input.value': '{"task":"Rain?","stream":false,"reset":true}',
  'output.value': 'No.',
};

test("a run's task is what it was asked, not the settings beside it", () => {
  expect(linesOf(conversationOfSpan(agent({ id: '01', attributes: run })))).toEqual([
    'user: Rain?',
    'assistant: No.',
  ]);
});

test('the task is not told again where a call says how the model was asked', () => {
  const spans = [
    agent({ id: '01', ms: 90, attributes: run }),
    call({ id: '02', parent: '01', at: 5, attributes: talk([['user', 'New task:\nRain?']], 'No.') }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: New task:\nRain?', 'assistant: No.']);
});
