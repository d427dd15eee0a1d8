import { expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { ReadCache } from '../read-cache.ts';
import { agent, call, chain, span, talk } from '../testing/build-span.ts';
import { numbersOf } from './numbers.ts';
import { SpanIndex } from './span-index.ts';

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

test('where no call tells what was said, the agent counts that does so in its trace', () => {
  const usage = { input_tokens: 9, output_tokens: 1, total_tokens: 10, total_cost: 2, cost_known: true };
  const tokens = (isCounted: boolean) =>
    tellConversation([
      { ...agent({ id: '00', ms: 90, span: usage }), isCounted },
      chain({ id: '01', parent: '00', at: 1, attributes: talk([['user', 'Hi']]) }),
      call({ id: '02', parent: '00', at: 20 }),
      chain({ id: '03', parent: '00', at: 30, attributes: talk([], 'Hello.') }),
    ]).meta.total_tokens;
  expect([tokens(true), tokens(false)]).toEqual([10, 0]);
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

test('of recordings of a call around one another the numbers are those of the one that counts', () => {
  const usage = (total_cost: number) => ({ input_tokens: 9, output_tokens: 1, total_tokens: 10, total_cost });
  const outer = call({ id: '01', ms: 30, attributes: talk([['user', 'Hi']], 'Hello.'), span: usage(3) });
  const middle = call({ id: '02', parent: '01', at: 1, ms: 20, span: usage(2) });
  const inner = call({ id: '03', parent: '02', at: 2, ms: 10, span: usage(1) });
  const costs = (...counts: (boolean | undefined)[]) => {
    const spans = [outer, middle, inner].map((one, i) => ({
      ...one,
      ...(counts[i] === undefined ? {} : { isCounted: counts[i] }),
    }));
    const { messages, meta } = tellConversation(spans);
    return [messages.at(-1)?.cost, meta.total_cost];
  };
  expect(costs(false, false, true)).toEqual([1, 1]);
  expect(costs(false, true, false)).toEqual([2, 2]);
  expect(costs(true, false, false)).toEqual([3, 3]);
  // Where none is known to count, as of a span that is read by itself, what tells the words.
  expect(costs()).toEqual([3, 3]);
});

test('so they are where the recording inside tells the words and one around it counts', () => {
  const usage = (total_cost: number) => ({ input_tokens: 9, output_tokens: 1, total_tokens: 10, total_cost });
  const around = { ...call({ id: '01', ms: 30, span: usage(3) }), isCounted: true };
  const words = talk([['user', 'Hi']], 'Hello.');
  const inside = call({ id: '02', parent: '01', at: 1, ms: 20, attributes: words, span: usage(1) });
  const { messages, meta } = tellConversation([around, { ...inside, isCounted: false }]);
  expect([messages.at(-1)?.cost, meta.total_cost]).toEqual([3, 3]);
});

test('a call around two others, and spans that are each other’s parents, keep their own', () => {
  const usage = { input_tokens: 9, output_tokens: 1, total_tokens: 10, total_cost: 3 };
  const outer = {
    ...call({ id: '01', ms: 30, attributes: talk([['user', 'Hi']], 'Hello.'), span: usage }),
    isCounted: false,
  };
  const beside = ['02', '03'].map((id) => ({
    ...call({ id, parent: '01', at: 1, ms: 2, span: { ...usage, total_cost: 1 } }),
    isCounted: true,
  }));
  expect(tellConversation([outer, ...beside]).messages.at(-1)?.cost).toBe(3);
  const circle = [
    {
      ...call({ id: '04', parent: '05', attributes: talk([['user', 'Hi']], 'Hello.'), span: usage }),
      isCounted: false,
    },
    { ...call({ id: '05', parent: '04', span: usage }), isCounted: false },
  ];
  const { forest } = new SpanIndex(circle, new ReadCache());
  expect(numbersOf(circle[0]!, forest)?.total_cost).toBe(3);
});

test('a call that was paid for and failed without an answer has them at its error', () => {
  const paid = { input_tokens: 100, output_tokens: 10, total_tokens: 110, total_cost: 0.5 };
  const failed = call({
    id: '01',
    error: 'Fits no schema.',
    attributes: talk([['user', 'Hi']]),
    span: paid,
  });
  const { messages, meta } = tellConversation([failed]);
  const numbers = { usage: { input_tokens: 100, output_tokens: 10 }, cost: 0.5 };
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', ...numbers });
  expect(meta).toMatchObject({ total_tokens: 110, total_cost: 0.5 });
  expect(conversationOfSpan(failed).messages.at(-1)).toMatchObject(numbers);
  const unpaid = { ...failed, span: { ...failed.span, total_tokens: 0 } };
  expect(tellConversation([unpaid]).messages.at(-1)).toMatchObject({ usage: null, cost: null });
});

test('calls whose agent alone says tokens count by these, as in the sums of their trace', () => {
  const unpriced = { input_tokens: 60, output_tokens: 8, total_tokens: 68, cost_known: false };
  const agent = span({
    id: '01',
    ms: 30,
    span: { span_category: 'agent', observation_type: 'agent', ...unpriced },
  });
  const none = { input_tokens: 0, output_tokens: 0, total_tokens: 0, total_cost: 0 };
  const calls = ['02', '03'].map((id, at) =>
    call({
      id,
      parent: '01',
      at: at + 1,
      ms: 1,
      attributes: talk([['user', id]], `Said ${id}.`),
      span: none,
    }),
  );
  const meta = (isCounted: boolean) => tellConversation([{ ...agent, isCounted }, ...calls]).meta;
  expect(meta(true)).toMatchObject({ total_tokens: 68, unpriced_calls: 1 });
  expect(meta(false)).toMatchObject({ total_tokens: 0, unpriced_calls: 0 });
});
