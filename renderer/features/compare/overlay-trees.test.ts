import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { span } from '../../testing/builders.ts';
import { countSpans, overlayTrees } from './overlay-trees.ts';
import { buildSpanTree, type SpanTree } from '../../lib/span-tree.ts';

/** Spans whose parents come before them, of few names. */
const tree = fc
  .array(fc.tuple(fc.nat(), fc.constantFrom('chat', 'search', 'plan')), { minLength: 1, maxLength: 20 })
  .map((all) =>
    buildSpanTree(
      all.map(([parent, name], index) =>
        span(`s${index}`, index === 0 ? null : `s${parent % index}`, index, index + 1, { span_name: name }),
      ),
    ),
  );

const named = (...all: readonly (readonly [id: string, parent: string | null, name: string])[]): SpanTree =>
  buildSpanTree(all.map(([id, parent, name], at) => span(id, parent, at, at + 1, { span_name: name })));

const names = (a: SpanTree, b: SpanTree) =>
  overlayTrees(a, b).map((row) => [
    '  '.repeat(row.depth) + (row.a?.span?.span_name ?? '–'),
    row.b?.span?.span_name ?? '–',
  ]);

describe('overlayTrees', () => {
  test('has every span of both once, below its own parent', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        const rows = overlayTrees(a, b);
        for (const [side, whole] of [
          ['a', a],
          ['b', b],
        ] as const) {
          const nodes = rows.flatMap((row) => row[side] ?? []);
          expect(new Set(nodes).size).toBe(nodes.length);
          expect(nodes).toHaveLength(whole.order.length);
        }
        const above: (typeof rows)[number][] = [];
        for (const row of rows) {
          above.length = row.depth;
          const parent = above.at(-1);
          expect(row.a?.parent ?? null).toBe(row.a === null ? null : (parent?.a ?? null));
          expect(row.b?.parent ?? null).toBe(row.b === null ? null : (parent?.b ?? null));
          above.push(row);
        }
      }),
    );
  });

  test('keeps the order of the first trace', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(overlayTrees(a, b).flatMap((row) => row.a ?? [])).toEqual([...a.order]);
      }),
    );
  });

  test('of a tree with itself has every span over itself', () => {
    fc.assert(fc.property(tree, (a) => overlayTrees(a, a).every((row) => row.a === row.b)));
  });

  test('pairs spans of one name in their order, and puts what is new behind what it follows', () => {
    const a = named(['r', null, 'trip'], ['1', 'r', 'chat'], ['2', 'r', 'flights'], ['3', 'r', 'chat']);
    const b = named(
      ['r', null, 'trip'],
      ['1', 'r', 'chat'],
      ['2', 'r', 'hotels'],
      ['3', 'r', 'flights'],
      ['4', 'r', 'chat'],
      ['5', 'r', 'chat'],
    );
    expect(names(a, b)).toEqual([
      ['trip', 'trip'],
      ['  chat', 'chat'],
      ['  –', 'hotels'],
      ['  flights', 'flights'],
      ['  chat', 'chat'],
      ['  –', 'chat'],
    ]);
  });

  test('pairs a model call with another one that is named after its model, and never two tools', () => {
    const of = (model: string, tool: string): SpanTree =>
      buildSpanTree([
        span('r', null, 0, 9, { span_name: `run ${model}` }),
        span('1', 'r', 1, 2, { span_name: `chat ${model}`, observation_type: 'generation' }),
        span('2', 'r', 2, 3, { span_name: tool, observation_type: 'tool', span_category: 'tool' }),
      ]);
    expect(names(of('gpt-4o', 'flights'), of('gpt-4o-mini', 'hotels'))).toEqual([
      ['run gpt-4o', 'run gpt-4o-mini'],
      ['  chat gpt-4o', 'chat gpt-4o-mini'],
      ['  –', 'hotels'],
      ['  flights', '–'],
    ]);
  });

  test('goes down a chain of thousands', () => {
    const deep = buildSpanTree(
      Array.from({ length: 8000 }, (_, at) => span(`s${at}`, at === 0 ? null : `s${at - 1}`, at, at + 1)),
    );
    expect(overlayTrees(deep, deep)).toHaveLength(8000);
  });
});

test('the place of a parent that has not come counts as no span, alone or beside one', () => {
  const whole = named(['root', null, 'plan'], ['a', 'root', 'chat'], ['b', 'root', 'search']);
  const orphans = named(['a', 'gone', 'chat'], ['b', 'gone', 'search']);
  const twice = named(['root', null, 'plan'], ['a', 'root', 'chat'], ['c', 'gone', 'other']);
  expect(countSpans(overlayTrees(whole, orphans))).toEqual({ both: 2, onlyA: 1, onlyB: 0 });
  expect(countSpans(overlayTrees(whole, twice))).toEqual({ both: 2, onlyA: 1, onlyB: 1 });
  expect(countSpans(overlayTrees(orphans, orphans))).toEqual({ both: 2, onlyA: 0, onlyB: 0 });
});
