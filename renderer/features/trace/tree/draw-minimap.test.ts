import { expect, test } from 'vitest';
import { drawMinimap, minimapLanes } from './draw-minimap.ts';
import { buildSpanTree, type SpanTree } from '../../../lib/span-tree.ts';
import { span } from '../../../testing/builders.ts';
import type { TimeWindow } from '../../../lib/waterfall.ts';

const draw = (tree: SpanTree, whole: TimeWindow = tree) => drawMinimap(minimapLanes(tree), whole);

test('one path a colour, errors last, children on a lane below their parents', () => {
  const { paths, height } = draw(
    buildSpanTree([
      span('root', null, 0, 10, { span_category: 'agent' }),
      span('bad', 'root', 1, 2, { span_category: 'tool', has_error: true }),
      span('call', 'root', 3, 5, { span_category: 'llm' }),
    ]),
  );
  expect(paths).toEqual([
    { tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' },
    { tone: 'llm', path: 'M300.0 9h200.0v3h-200.0z' },
    { tone: 'error', path: 'M100.0 9h100.0v3h-100.0z' },
  ]);
  expect(height).toBe(14);
});

test('10,000 spans stay within the strip', () => {
  const spans = Array.from({ length: 10_000 }, (_, index) =>
    span(`s${index}`, index === 0 ? null : 's0', index / 10, index / 10 + 3, { span_category: 'llm' }),
  );
  const { paths, height } = draw(buildSpanTree(spans));
  const tops = [...(paths[0]?.path ?? '').matchAll(/M[\d.]+ (\d+)/g)].map((match) => Number(match[1]));
  expect([Math.max(...tops), height]).toEqual([29, 34]);
});

test('bars of one colour that touch are one bar, however many there are', () => {
  const spans = Array.from({ length: 5000 }, (_, index) => span(`s${index}`, null, index, index + 1));
  expect(draw(buildSpanTree(spans)).paths).toEqual([{ tone: 'other', path: 'M0.0 4h1000.0v3h-1000.0z' }]);
});

test.for([
  ['as it started', 0],
  ['in 1970', -10_000_000],
] as const)('a root that runs, whose placeholder ends %s, is drawn to the end', ([, end]) => {
  const tree = buildSpanTree([
    span('root', null, 0, end, { state: 'running', span_category: 'agent' }),
    span('call', 'root', 4, 4, { state: 'running', span_category: 'llm' }),
    span('late', 'root', 5, 6, { span_category: 'tool' }),
  ]);
  expect(draw(tree).paths).toEqual([
    { tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' },
    { tone: 'llm', path: 'M666.7 9h333.3v3h-333.3z' },
    { tone: 'tool', path: 'M833.3 14h166.7v3h-166.7z' },
  ]);
});

test('a trace of which only the placeholder of its root has come is drawn as one that goes on', () => {
  const tree = buildSpanTree([span('root', null, 0, 0, { state: 'running', span_category: 'agent' })]);
  expect(draw(tree).paths).toEqual([{ tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' }]);
});

test('what runs is drawn until the end of a longer time, what ended to its scale', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 0, { state: 'running', span_category: 'agent' }),
    span('done', 'root', 0, 2, { span_category: 'tool' }),
    span('call', 'root', 2, 2, { state: 'running', span_category: 'llm' }),
  ]);
  expect(draw(tree, { startMs: tree.startMs, endMs: tree.startMs + 20_000 }).paths).toEqual([
    { tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' },
    { tone: 'tool', path: 'M0.0 9h100.0v3h-100.0z' },
    { tone: 'llm', path: 'M100.0 9h900.0v3h-900.0z' },
  ]);
});
