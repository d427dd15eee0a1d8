import { describe, expect, test } from 'vitest';
import {
  ancestorIds,
  buildSpanTree,
  countBelow,
  nextError,
  spanTreeSteps,
  subtree,
  visibleNodes,
  type SpanTree,
} from './span-tree.ts';
import { span } from '../testing/builders.ts';

const outline = (tree: SpanTree): string[] =>
  tree.order.map((node) => `${'  '.repeat(node.depth)}${node.id}`);

describe('the tree', () => {
  test('puts children under their parents, in order of start, whatever order they came in', () => {
    const tree = buildSpanTree([
      span('late', 'root', 3, 4),
      span('leaf', 'early', 1, 2),
      span('root', null, 0, 5),
      span('early', 'root', 1, 3),
    ]);
    expect(outline(tree)).toEqual(['root', '  early', '    leaf', '  late']);
    expect(tree.endMs - tree.startMs).toBe(5000);
  });

  test('gathers orphans of one missing parent under one placeholder that spans them', () => {
    const tree = buildSpanTree([span('root', null, 0, 9), span('a', 'gone', 2, 3), span('b', 'gone', 4, 6)]);
    expect(outline(tree)).toEqual(['root', 'gone', '  a', '  b']);
    const placeholder = tree.byId.get('gone');
    expect(placeholder?.span).toBeNull();
    expect((placeholder?.endMs ?? 0) - (placeholder?.startMs ?? 0)).toBe(4000);
  });

  test('ends a span that says it ended before it began where it began', () => {
    const tree = buildSpanTree([span('odd', null, 3, 1)]);
    expect([tree.startMs, tree.endMs]).toEqual([tree.roots[0]?.startMs, tree.roots[0]?.startMs]);
  });

  test('cuts a cycle at its earliest span and marks it', () => {
    const tree = buildSpanTree([span('b', 'a', 2, 3), span('a', 'b', 1, 3), span('tail', 'b', 2, 3)]);
    expect(outline(tree)).toEqual(['a', '  b', '    tail']);
    expect(tree.byId.get('a')?.isCycle).toBe(true);
    expect(tree.byId.get('b')?.isCycle).toBe(false);
  });

  test('survives a span that is its own parent', () => {
    expect(outline(buildSpanTree([span('self', 'self', 0, 1)]))).toEqual(['self']);
  });

  test('shows every span once, also when it is 20,000 levels deep', () => {
    const spans = Array.from({ length: 20_000 }, (_, index) =>
      span(`s${index}`, index === 0 ? null : `s${index - 1}`, index, 20_000),
    );
    expect(buildSpanTree(spans).order).toHaveLength(20_000);
  });

  test('is empty without spans', () => expect(buildSpanTree([]).order).toEqual([]));
});

describe('the tree in steps', () => {
  /** A trace of steps with a call each, orphans of one missing parent, a cycle, and an id that occurs twice. */
  const spans = [
    ...Array.from({ length: 6000 }, (_, n) => [
      span(`step ${n}`, 'root', n, n + 2),
      span(`call ${n}`, `step ${n}`, n + 1, n + 2, { has_error: n === 5999, total_tokens: n }),
    ]).flat(),
    span('root', null, 0, 9000),
    span('orphan', 'gone', 3, 4),
    span('a', 'b', 1, 3),
    span('b', 'a', 2, 3),
    span('step 7', 'root', 8000, 8001, { state: 'running' }),
  ];

  test('is the same as in one piece', () => {
    const steps = spanTreeSteps(spans);
    let count = 0;
    let last = steps.next();
    for (; last.done !== true; last = steps.next()) count += 1;
    // No step reads them all.
    expect(count).toBeGreaterThan(spans.length / 5000);
    const tree = buildSpanTree(spans);
    expect(last.value.order).toHaveLength(tree.order.length);
    const told = ({ order }: SpanTree) =>
      order.map(({ parent, children, ...rest }) => ({
        ...rest,
        parent: parent?.id,
        children: children.map(({ id }) => id),
      }));
    expect(told(last.value)).toEqual(told(tree));
    expect([...last.value.byId.keys()]).toEqual([...tree.byId.keys()]);
    expect(last.value.byId.get('root')).toMatchObject({ hasErrorBelow: true, depth: 0 });
    expect(last.value.roots.map(({ id }) => id)).toEqual(['root', 'a', 'gone']);
  });
});

test('what a folded row hides is counted at every depth', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 9),
    span('a', 'root', 1, 5),
    span('b', 'a', 2, 3),
    span('c', 'b', 2, 3),
    span('d', 'root', 6, 7),
    span('orphan', 'gone', 1, 2),
    span('below', 'orphan', 1, 2),
  ]);
  const below = (id: string): number => countBelow(tree.byId.get(id)!);
  expect(['root', 'a', 'c', 'gone'].map(below)).toEqual([4, 2, 0, 2]);
});

describe('tokens', () => {
  const call = { observation_type: 'generation', total_tokens: 100 } as const;
  const tokensOf = (spans: Parameters<typeof buildSpanTree>[0]) =>
    Object.fromEntries(buildSpanTree(spans).order.map(({ id, tokens }) => [id, tokens]));

  test('of a span that repeats the usage of some calls below it are what all of them add up to', () =>
    expect(
      tokensOf([
        span('agent', null, 0, 9, { observation_type: 'agent', total_tokens: 100, usage_counts: false }),
        span('call', 'agent', 1, 2, call),
        span('tool', 'agent', 2, 4, { observation_type: 'tool' }),
        span('nested', 'tool', 3, 4, call),
      ]),
    ).toEqual({ agent: 200, call: 100, tool: 100, nested: 100 }));

  test('of a call around the same call are its own, and count once above it', () =>
    expect(
      tokensOf([
        span('agent', null, 0, 9),
        span('call', 'agent', 1, 2, { ...call, usage_counts: false }),
        span('inner', 'call', 1, 2, call),
        span('call2', 'agent', 3, 4, { ...call, total_tokens: 20 }),
      ]),
    ).toEqual({ agent: 120, call: 100, inner: 100, call2: 20 }));

  test('of a call in which a tool asks a model are its own, and all of them are told above it', () =>
    expect(
      tokensOf([
        span('agent', null, 0, 9),
        span('call', 'agent', 1, 8, call),
        span('tool', 'call', 2, 7, { observation_type: 'tool' }),
        span('asked', 'tool', 3, 4, { ...call, total_tokens: 20 }),
      ]),
    ).toEqual({ agent: 120, call: 100, tool: 20, asked: 20 }));

  test('of a span that repeats what another says elsewhere are its own, and count nowhere', () =>
    expect(
      tokensOf([
        span('root', null, 0, 9),
        span('sdk', 'root', 1, 2, { total_tokens: 100, usage_counts: false }),
        span('call', 'root', 1, 2, call),
      ]),
    ).toEqual({ root: 100, sdk: 100, call: 100 }));
});

describe('errors', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 9),
    span('ok', 'root', 1, 2),
    span('bad', 'root', 3, 4, { has_error: true }),
    span('worse', 'bad', 3, 4, { has_error: true }),
  ]);

  test('are marked up the path to the root', () => {
    expect(['root', 'ok', 'bad', 'worse'].map((id) => tree.byId.get(id)?.hasErrorBelow)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('are walked in both directions, round the end', () => {
    expect(nextError(tree, null, 1)?.id).toBe('bad');
    expect(nextError(tree, 'bad', 1)?.id).toBe('worse');
    expect(nextError(tree, 'worse', 1)?.id).toBe('bad');
    expect(nextError(tree, 'bad', -1)?.id).toBe('worse');
    expect(nextError(buildSpanTree([span('a', null, 0, 1)]), null, 1)).toBeNull();
  });
});

test('folding hides everything below, and only that', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 9),
    span('a', 'root', 1, 5),
    span('a1', 'a', 1, 2),
    span('a11', 'a1', 1, 2),
    span('b', 'root', 6, 7),
  ]);
  expect(visibleNodes(tree, new Set(['a'])).map((node) => node.id)).toEqual(['root', 'a', 'b']);
  expect(visibleNodes(tree, new Set(['a', 'a1'])).map((node) => node.id)).toEqual(['root', 'a', 'b']);
  expect(visibleNodes(tree, new Set(['root']))).toHaveLength(1);
  const leaf = tree.byId.get('a11');
  expect(leaf && ancestorIds(leaf)).toEqual(['a1', 'a', 'root']);
});

test('a subtree is what lies at and below a node, with its own times', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 9),
    span('first', 'root', 1, 4),
    span('leaf', 'first', 2, 5),
    span('second', 'root', 6, 8),
  ]);
  const part = subtree(tree, tree.byId.get('first')!);
  expect(part.order.map((node) => node.id)).toEqual(['first', 'leaf']);
  expect(part.endMs - part.startMs).toBe(4000);
  expect(part.byId.has('root')).toBe(false);
  expect(subtree(tree, tree.byId.get('root')!).order).toEqual(tree.order);
});
