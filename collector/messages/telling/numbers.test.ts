import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, span, talk } from '../testing/build-span.ts';

test('of the calls that say something, those without a known price are counted', () => {
  const spans = [
    call({ id: '01', attributes: talk([['user', 'Hi']], 'Hello.') }),
    call({
      id: '02',
      at: 20,
      attributes: talk([['user', 'Bye']], 'See you.'),
      span: { total_cost: 0, cost_known: false },
    }),
  ];
  expect(tellConversation(spans).meta).toMatchObject({ total_cost: 0.5, unpriced_calls: 1 });
  expect(tellConversation(spans.slice(0, 1)).meta).toMatchObject({ total_cost: 0.5, unpriced_calls: 0 });
});

test('spans that say nothing make an empty conversation', () => {
  expect(tellConversation([span({ id: '01' })])).toEqual({
    messages: [],
    tools: [],
    meta: {
      total_messages: 0,
      total_tokens: 0,
      total_cost: 0,
      unpriced_calls: 0,
      start_time: null,
      end_time: null,
    },
  });
});
