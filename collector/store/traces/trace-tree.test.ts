import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceTree } from './trace-tree.ts';
import type { SpanFacts } from './tree-node.ts';

const NOTHING = {
  framework: null,
  ownCost: null,
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  inputCost: 0,
  outputCost: 0,
  totalCost: 0,
  costKnown: 1,
};
const KINDS = {
  call: { category: 'llm', observationType: 'generation' },
  embedding: { category: 'llm', observationType: 'embedding' },
  agent: { category: 'agent', observationType: 'agent' },
  tool: { category: 'tool', observationType: 'tool' },
  chain: { category: 'chain', observationType: 'chain' },
} as const;

/** `id<parent kind tokens+cached response start-end`, for example `b<a call 10+4 r 0-9` or, without an id, `b<a call 10  0-9`. */
function span(text: string): SpanFacts {
  const [id = '', kind = '', tokens, response = '', times = '0-0'] = text.split(' ');
  const [spanId = '', parentSpanId = null] = id.split('<');
  const [startNs = 0n, endNs = 0n] = times.split('-').map(BigInt);
  const [inputTokens = null, cacheReadTokens = null] = tokens?.split('+').map(Number) ?? [];
  const responseId = response === '' ? null : response;
  const own = { spanId, parentSpanId, name: kind, responseId, startNs, endNs, inputTokens, cacheReadTokens };
  return { ...NOTHING, ...KINDS[kind as keyof typeof KINDS], ...own };
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

describe('of a call and the only one inside it the one counts that tells more of the same', () => {
  test.for<[says: string, tokens: number, cached: number, spans: string[]]>([
    ['the outer one', 10, 4, ['a call 10+4', 'b<a call 10']],
    ['the outer one, around a chain around the call', 10, 4, ['a call 10+4', 'b<a chain', 'c<b call 10']],
    ['the outer one, with a tool in it', 15, 4, ['a call 10+4', 'b<a call 10', 'c<a tool', 'd<c call 5']],
    ['the outer one, around a call without usage', 10, 4, ['a call 10+4', 'b<a call 10', 'c<a call']],
    ['the inner one', 10, 4, ['a call 10', 'b<a call 10+4']],
    ['the inner one of two that tell the same', 10, 4, ['a call 10+4', 'b<a call 10+4']],
    ['the inner one, of another call', 9, 0, ['a call 10+4', 'b<a call 9']],
    ['both inner ones', 20, 0, ['a call 10+4', 'b<a call 10', 'c<a call 10']],
    ['the innermost of three', 10, 0, ['a call 10+4', 'b<a call 10', 'c<b call 10']],
    ['the middle one of three', 10, 4, ['a call 10', 'b<a call 10+4', 'c<b call 10']],
    ['the call in a span that is none', 10, 0, ['a chain 10+4', 'b<a call 10']],
    ['both, with a tool between', 20, 4, ['a call 10+4', 'b<a tool', 'c<b call 10']],
    [
      'neither but who recorded the same answer later',
      10,
      3,
      ['a call 10+4', 'b<a call 10 r 0-9', 'c call 10+3 r 1-8'],
    ],
    [
      'the outer one, where the inner is the later of an answer',
      10,
      4,
      ['a call 10+4', 'b<a call 10 r 1-8', 'c call 10+3 r 0-9'],
    ],
  ])('%s', ([, tokens, cached, spans]) => {
    for (const order of [spans, spans.toReversed()]) {
      const { totals } = treeOf(...order);
      expect([totals.totalTokens, totals.cacheReadTokens]).toEqual([tokens, cached]);
    }
  });

  test('but not one that gives up a cost that was recorded, for a computed one or none', () => {
    const outer = { ...span('a call 10+4'), totalCost: 7 };
    const inner = { ...span('b<a call 10'), totalCost: 8 };
    const costOf = (...spans: SpanFacts[]): number => {
      const tree = new TraceTree();
      for (const one of spans) tree.add(one);
      return tree.totals.totalCost;
    };
    expect(costOf(outer, inner)).toBe(7);
    expect(costOf(outer, { ...inner, ownCost: 1 })).toBe(8);
    expect(costOf({ ...outer, ownCost: 1 }, { ...inner, ownCost: 1 })).toBe(7);
    expect(costOf({ ...outer, totalCost: 0 }, inner)).toBe(8);
  });

  test('a cost is more too, where the inner call names no model', () => {
    const tree = new TraceTree();
    tree.add({ ...span('a call 10'), totalCost: 7 });
    tree.add(span('b<a call 10'));
    expect([tree.totals.totalCost, tree.totals.totalTokens]).toEqual([7, 10]);
  });

  test('as each of them comes again', () => {
    const tree = treeOf('a call', 'b<a call 10');
    expect(tree.replace(span('a call 10+4'))).toBe(true);
    expect(tree.totals.cacheReadTokens).toBe(4);
    expect(tree.replace(span('b<a call 10+3'))).toBe(true);
    expect(tree.totals.cacheReadTokens).toBe(3);
    expect(tree.replace(span('b<a call 10'))).toBe(true);
    expect(tree.totals).toMatchObject({ totalTokens: 10, cacheReadTokens: 4 });
    expect(tree.llmCallCount).toBe(1);
  });
});

describe('a call that two instrumentations recorded side by side counts once', () => {
  test.for<[says: string, tokens: number, calls: number, spans: string[]]>([
    ['the one that began last', 11, 1, ['a agent', 'b<a call 10 r 0-9', 'c<a call 11 r 1-8']],
    ['of two that began together one', 10, 1, ['b call 10 r 0-9', 'c call 11 r 0-9']],
    ['of other answers each', 21, 2, ['b call 10 r 0-9', 'c call 11 s 1-8']],
    ['of one after the other each', 21, 2, ['b call 10 r 0-4', 'c call 11 r 5-9']],
    ['in the tree of the other', 11, 1, ['b call 10 r 0-9', 'd<b chain', 'c<d call 11 r 1-8']],
    ['beside one with another around it', 12, 1, ['b call 9 r 0-9', 'c<b call 10 r 1-8', 'd call 12 r 2-8']],
    ['where one of them has no usage', 10, 1, ['b call 10 r 0-9', 'c call 0 r 1-8']],
  ])('%s', ([, tokens, calls, spans]) => {
    for (const order of [spans, spans.toReversed()]) {
      const tree = treeOf(...order);
      expect([tree.totals.totalTokens, tree.llmCallCount]).toEqual([tokens, calls]);
    }
  });

  test.for<[says: string, tokens: number, calls: number, spans: string[]]>([
    ['beside one that has no id', 10, 1, ['a agent', 'b<a call 10 r 1-9', 'c<a embedding 10  0-8']],
    ['two beside two', 20, 2, ['b<a call 10 r', 'c<a call 10 s', 'd<a embedding 10', 'e<a embedding 10']],
    ['but not of the same name', 20, 2, ['b<a call 10 r 1-9', 'c<a call 10  0-8']],
    ['of other cached tokens', 20, 2, ['b<a call 10+1 r 1-9', 'c<a embedding 10+2  0-8']],
    ['one after the other', 20, 2, ['b<a call 10 r 5-9', 'c<a embedding 10  0-4']],
    ['elsewhere in the tree', 20, 2, ['b<a call 10 r 1-9', 'c<d embedding 10  0-8']],
    ['without a parent', 20, 2, ['b call 10 r 1-9', 'c embedding 10  0-8']],
    ['both without id', 20, 2, ['b<a call 10  1-9', 'c<a embedding 10  0-8']],
    ['with an id each', 20, 2, ['b<a call 10 r 1-9', 'c<a embedding 10 s 0-8']],
  ])('%s', ([, tokens, calls, spans]) => {
    for (const order of [spans, spans.toReversed()]) {
      const tree = treeOf(...order);
      expect([tree.totals.totalTokens, tree.llmCallCount]).toEqual([tokens, calls]);
    }
  });

  test('but not where so many have the id that it is none', () => {
    const recordings = (count: number): string[] =>
      Array.from({ length: count }, (_, i) => `${i} call 1 r 0-9`);
    expect(tokensOf(...recordings(16))).toBe(1);
    expect(tokensOf(...recordings(17))).toBe(17);
    expect(tokensOf(...recordings(40))).toBe(40);
  });

  test('and again each, once one turns out to be of another answer', () => {
    const tree = treeOf('b call 10 r 0-9', 'c call 11 r 1-8');
    expect(tree.replace(span('c call 11 s 1-8'))).toBe(true);
    expect([tree.totals.totalTokens, tree.llmCallCount]).toEqual([21, 2]);
    expect(tree.takeChanged().map(({ spanId }) => spanId)).toEqual(['b', 'c']);
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

test('of the calls that count, those without a known price are told', () => {
  const unpriced = (text: string) => ({ ...span(text), costKnown: 0 });
  const tree = new TraceTree();
  tree.add(unpriced('a agent 10'));
  expect(tree.totals.unpricedCallCount).toBe(1);
  // It repeats what the calls in it tell, which have a price.
  tree.add(span('b<a call 10'));
  expect(tree.totals.unpricedCallCount).toBe(0);
  tree.add(unpriced('c<a call 5'));
  tree.add(unpriced('d<a call'));
  expect(tree.totals).toMatchObject({ unpricedCallCount: 1, inputTokens: 15 });
  tree.replace(span('c<a call 5'));
  expect(tree.totals.unpricedCallCount).toBe(0);
});

test('a tree knows which spans it has', () => {
  const tree = treeOf('a<gone call');
  expect([tree.size, tree.has('a'), tree.has('gone')]).toEqual([1, true, false]);
});

test('the order of arrival changes nothing, cycles and missing parents included', () => {
  const id = fc.nat(7).map(String);
  const drawn = fc.uniqueArray(
    fc.tuple(
      id,
      fc.option(id),
      fc.constantFrom(...Object.keys(KINDS)),
      fc.constantFrom('0', '3', '3+1', '3+2', '4+1'),
      fc.constantFrom('', ' r 1-4', ' r 2-3', ' r 4-5', ' s 1-4', '  1-4'),
    ),
    { selector: ([spanId]) => spanId, maxLength: 8 },
  );
  const shuffled = drawn.chain((spans) =>
    fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
  );
  const textOf = ([spanId, parent, kind, tokens, rest]: [
    string,
    string | null,
    string,
    string,
    string,
  ]): string => `${spanId}${parent === null ? '' : `<${parent}`} ${kind} ${tokens}${rest}`;
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
