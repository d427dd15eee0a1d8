import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceTree, type SpanFacts } from './trace-tree.ts';

const NOTHING = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  inputCost: 0,
  outputCost: 0,
  totalCost: 0,
};
const KINDS = {
  call: { category: 'llm', observationType: 'generation' },
  embedding: { category: 'llm', observationType: 'embedding' },
  agent: { category: 'agent', observationType: 'agent' },
  tool: { category: 'tool', observationType: 'tool' },
  chain: { category: 'chain', observationType: 'chain' },
} as const;

/** `id<parent kind tokens`, for example `b<a call 10`. */
function span(text: string): SpanFacts {
  const [id = '', kind, tokens] = text.split(' ');
  const [spanId = '', parentSpanId = null] = id.split('<');
  const inputTokens = tokens === undefined ? null : Number(tokens);
  return { ...NOTHING, spanId, parentSpanId, ...KINDS[kind as keyof typeof KINDS], inputTokens };
}

function treeOf(...spans: readonly string[]): TraceTree {
  const tree = new TraceTree();
  for (const text of spans) tree.add(span(text));
  return tree;
}
const tokensOf = (...spans: string[]): number => treeOf(...spans).totals.totalTokens;

describe('each model call counts once', () => {
  test.for<[says: string, expected: number, spans: string[]]>([
    ['a lone call', 10, ['a call 10']],
    ['a lone span that is no call', 10, ['a chain 10']],
    ['calls side by side', 30, ['a agent', 'b<a call 10', 'c<a call 20']],
    ['an agent that sums its calls up', 30, ['a agent 30', 'b<a call 10', 'c<a call 20']],
    ['an agent whose calls lie deeper', 10, ['a agent 99', 'b<a chain', 'c<b tool', 'd<c call 10']],
    ['a call around the call itself', 10, ['a call 10', 'b<a call 10']],
    ['a call around a chain around the call', 10, ['a call 10', 'b<a chain', 'c<b call 10']],
    ['an embedding in a call', 5, ['a call 10', 'b<a embedding 5']],
    ['a call whose tool calls a model', 15, ['a call 10', 'b<a tool', 'c<b call 5']],
    ['a call with an agent below', 15, ['a call 10', 'b<a agent', 'c<b call 5']],
    [
      'a call with a tool and the call itself below',
      15,
      ['a call 99', 'b<a tool', 'c<b call 5', 'd<a call 10'],
    ],
    ['a span that is no call, around a tool', 5, ['a chain 99', 'b<a tool', 'c<b call 5']],
    ['a call without usage around one with', 10, ['a call', 'b<a call 10']],
    ['a call with usage around one without', 10, ['a call 10', 'b<a call']],
    ['calls whose parent has not come', 30, ['b<a call 10', 'c<a call 20']],
    ['nothing', 0, ['a chain', 'b<a call']],
  ])('%s', ([, expected, spans]) => {
    expect(tokensOf(...spans)).toBe(expected);
    expect(tokensOf(...spans.toReversed())).toBe(expected);
  });
});

describe('calls are counted, not the spans around them', () => {
  test.for<[says: string, expected: number, spans: string[]]>([
    ['one in another', 1, ['a call', 'b<a call']],
    ['one in the tool of another', 2, ['a call', 'b<a tool', 'c<b call']],
    ['embeddings too', 2, ['a embedding', 'b call']],
    ['no call', 0, ['a agent 10']],
  ])('%s', ([, expected, spans]) => {
    expect(treeOf(...spans).llmCallCount).toBe(expected);
    expect(treeOf(...spans.toReversed()).llmCallCount).toBe(expected);
  });
});

describe('a trace is complete when its root is there and no parent is missing', () => {
  test.for<[expected: boolean, spans: string[]]>([
    [false, []],
    [true, ['a call']],
    [true, ['b<a call', 'a call']],
    [true, ['a call', 'b call']],
    [true, ['a<a call', 'b<a call']],
    [false, ['b<a call']],
    [false, ['a call', 'c<b call']],
    [false, ['a<b call', 'b<a call']],
  ])('%s: %j', ([expected, spans]) => {
    expect(treeOf(...spans).isComplete).toBe(expected);
  });

  test('it is no longer when a child of a missing span comes', () => {
    const tree = treeOf('a call');
    tree.add(span('c<b call'));
    expect(tree.isComplete).toBe(false);
    tree.add(span('b<a call'));
    expect(tree.isComplete).toBe(true);
  });
});

test('cost alone is usage; a total is computed where there is none', () => {
  const tree = new TraceTree();
  tree.add({ ...span('a agent'), totalCost: 7, inputCost: 7 });
  expect(tree.totals).toMatchObject({ totalTokens: 0, totalCost: 7, inputCost: 7 });
  tree.add({ ...span('b<a call'), inputTokens: 3, outputTokens: 4, totalCost: 2, reasoningTokens: 1 });
  expect(tree.totals).toMatchObject({
    totalTokens: 7,
    inputTokens: 3,
    totalCost: 2,
    inputCost: 0,
    reasoningTokens: 1,
  });
  tree.add({ ...span('c<a call'), inputTokens: 1, outputTokens: 1, totalTokens: 5 });
  expect(tree.totals.totalTokens).toBe(12);
});

test('a tree knows which spans it has', () => {
  const tree = treeOf('a<gone call');
  expect([tree.size, tree.has('a'), tree.has('gone')]).toEqual([1, true, false]);
});

test('the order of arrival changes nothing, cycles and missing parents included', () => {
  const id = fc.nat(7).map(String);
  const drawn = fc.uniqueArray(
    fc.tuple(id, fc.option(id), fc.constantFrom(...Object.keys(KINDS)), fc.option(fc.nat(9))),
    { selector: ([spanId]) => spanId, maxLength: 8 },
  );
  const shuffled = drawn.chain((spans) =>
    fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
  );
  const textOf = ([spanId, parent, kind, tokens]: [string, string | null, string, number | null]): string =>
    `${spanId}${parent === null ? '' : `<${parent}`} ${kind}${tokens === null ? '' : ` ${tokens}`}`;
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const [first, second] = [treeOf(...one.map(textOf)), treeOf(...other.map(textOf))];
      expect(second.totals).toEqual(first.totals);
      expect([second.llmCallCount, second.isComplete]).toEqual([first.llmCallCount, first.isComplete]);
    }),
    { numRuns: 1000 },
  );
});

test('a chain of fifty thousand spans that comes from its end is taken in', () => {
  const tree = new TraceTree();
  for (let i = 50_000; i > 0; i--) tree.add(span(`${i}<${i - 1} chain 1`));
  tree.add(span('0 chain 1'));
  expect(tree.totals.totalTokens).toBe(1);
  expect(tree.isComplete).toBe(true);
});
