import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { treeOrder } from './tree-order.ts';

/** `child<parent` or a lone root, in start order. */
const spans = (...names: string[]) =>
  names.map((name) => {
    const [span_id = '', parent = null] = name.split('<');
    return { span_id, parent_span_id: parent };
  });
const ordered = (...names: string[]): string[] =>
  treeOrder(spans(...names)).map(({ span, depth }) => `${'.'.repeat(depth)}${span.span_id}`);

test('parents stand before their children, in start order', () => {
  expect(ordered('root', 'a<root', 'b<root', 'c<a')).toEqual(['root', '.a', '.b', '..c']);
});

test('a child that started before its parent comes after it', () => {
  expect(ordered('c<b', 'a', 'b<a', 'd<a')).toEqual(['a', '.b', '..c', '.d']);
});

test('a span whose parent is missing is a top of its own', () => {
  expect(ordered('a<gone', 'b<a', 'root')).toEqual(['a', '.b', 'root']);
});

test('a span that is its own parent is a top', () => {
  expect(ordered('a<a', 'b<a')).toEqual(['a', '.b']);
});

test('a cycle is broken at its earliest span', () => {
  expect(ordered('a<b', 'b<a')).toEqual(['a', '.b']);
  expect(ordered('a<c', 'b<a', 'c<b')).toEqual(['a', '.b', '..c']);
  expect(ordered('a<b', 'b<c', 'c<a')).toEqual(['a', '.c', '..b']);
});

test('what hangs below a cycle comes after it, though it started first', () => {
  expect(ordered('x<b', 'a<b', 'b<a')).toEqual(['a', '.b', '..x']);
  expect(ordered('y<x', 'x<a', 'a<b', 'b<a')).toEqual(['a', '.b', '.x', '..y']);
});

test('ten thousand spans below each other are no problem', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => ({
    span_id: String(i),
    parent_span_id: i === 9999 ? null : String(i + 1),
  }));
  const result = treeOrder(chain);
  expect(result[0]).toMatchObject({ span: { span_id: '9999' }, depth: 0 });
  expect(result.at(-1)).toMatchObject({ span: { span_id: '0' }, depth: 9999 });
});

test('a hundred thousand cycles are no problem', () => {
  const cycles = Array.from({ length: 200_000 }, (_, i) => ({
    span_id: String(i),
    parent_span_id: String(i ^ 1),
  }));
  const result = treeOrder(cycles);
  expect(result.map(({ span }) => span)).toEqual(cycles);
  expect(result.filter(({ depth }) => depth === 0)).toHaveLength(100_000);
});

test('whatever the parents are, every span comes once, below its parent unless it is a top', () => {
  const graph = fc
    .nat(12)
    .chain((size) => fc.array(fc.option(fc.nat(size + 1)), { minLength: size, maxLength: size }));
  fc.assert(
    fc.property(graph, (parents) => {
      const given = parents.map((parent, i) => ({
        span_id: String(i),
        parent_span_id: parent === null ? null : String(parent),
      }));
      const result = treeOrder(given);
      expect(result.map(({ span }) => Number(span.span_id)).sort((a, b) => a - b)).toEqual(
        given.map((_, i) => i),
      );
      const place = new Map(result.map(({ span, depth }, i) => [span.span_id, { i, depth }]));
      const wrong = result.filter(({ span, depth }, i) => {
        const parent = place.get(span.parent_span_id ?? '');
        if (depth === 0) return parent !== undefined && !isEarliestOfCycle(given, span.span_id);
        return parent === undefined || parent.depth !== depth - 1 || parent.i >= i;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

function isEarliestOfCycle(given: ReturnType<typeof spans>, start: string): boolean {
  const parentOf = new Map(given.map(({ span_id, parent_span_id }) => [span_id, parent_span_id]));
  const seen: string[] = [];
  for (let at = parentOf.get(start); at !== undefined && at !== null; at = parentOf.get(at)) {
    if (at === start) return seen.every((other) => Number(other) > Number(start));
    if (seen.includes(at)) return false;
    seen.push(at);
  }
  return false;
}
