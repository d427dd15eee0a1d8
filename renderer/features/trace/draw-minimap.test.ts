import { expect, test } from 'vitest';
import { drawMinimap, gapsByRow, idleGaps } from './draw-minimap.ts';
import { buildSpanTree } from '../../lib/span-tree.ts';
import { span } from '../../testing/builders.ts';

test('one path a colour, errors last, children on a lane below their parents', () => {
  const { paths, height } = drawMinimap(
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
  const { paths, height } = drawMinimap(buildSpanTree(spans));
  const tops = [...(paths[0]?.path ?? '').matchAll(/M[\d.]+ (\d+)/g)].map((match) => Number(match[1]));
  expect([Math.max(...tops), height]).toEqual([29, 34]);
});

test('bars of one colour that touch are one bar, however many there are', () => {
  const spans = Array.from({ length: 5000 }, (_, index) => span(`s${index}`, null, index, index + 1));
  expect(drawMinimap(buildSpanTree(spans)).paths).toEqual([
    { tone: 'other', path: 'M0.0 4h1000.0v3h-1000.0z' },
  ]);
});

test('an idle gap is drawn in the row of the span that ended it, the last one after the last span', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 20),
    span('a', 'root', 0, 5),
    span('b', 'root', 10, 15),
    span('inside', 'b', 10, 14),
  ]);
  const at = (seconds: number): number => tree.startMs + seconds * 1000;
  expect([...gapsByRow(tree)]).toEqual([
    [
      'inside',
      [
        { startMs: at(5), endMs: at(10), side: 'before' },
        { startMs: at(14), endMs: at(20), side: 'after' },
      ],
    ],
  ]);
});

test.for([
  ['a model call', 0, { span_category: 'llm' }],
  ['a tool', 0, { span_category: 'tool' }],
  ['a retriever', 0, { span_category: 'chain', observation_type: 'retriever' }],
  ['a request to a server', 0, { span_category: 'http', span_kind: 'CLIENT' }],
  ['a request that is served', 1, { span_category: 'http', span_kind: 'SERVER' }],
  ['an agent', 1, { span_category: 'agent' }],
  ['a chain', 1, { span_category: 'chain' }],
  ['a plain span', 1, {}],
] as const)('between the spans below %s there are %i idle gaps', ([, gaps, kind]) => {
  const tree = buildSpanTree([
    span('root', null, 0, 20),
    span('whole', 'root', 0, 20, kind),
    span('first', 'whole', 0, 1),
    span('last', 'whole', 19, 20),
  ]);
  expect(idleGaps(tree)).toHaveLength(gaps);
  expect([...gapsByRow(tree).keys()]).toEqual(gaps === 0 ? [] : ['last']);
});

test('a gap before a tool with spans of its own is drawn in the row of the tool', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 20),
    span('call', 'root', 0, 5, { span_category: 'llm' }),
    span('tool', 'root', 10, 20, { span_category: 'tool' }),
    span('inside', 'tool', 10, 11),
  ]);
  expect([...gapsByRow(tree).keys()]).toEqual(['tool']);
});

test.for([
  ['done', 2],
  ['running', 0],
] as const)('after a call that is %s there are %i idle gaps', ([state, gaps]) => {
  const tree = buildSpanTree([
    span('root', null, 0, 20),
    span('a', 'root', 0, 5),
    span('b', 'root', 6, 6, { state }),
    span('c', 'root', 15, 16),
  ]);
  expect(idleGaps(tree)).toHaveLength(gaps);
});

test.for([
  ['as it started', 0],
  ['in 1970', -10_000_000],
] as const)(
  'a root that runs, whose placeholder ends %s, is drawn to the end, with no gap below it',
  ([, end]) => {
    const tree = buildSpanTree([
      span('root', null, 0, end, { state: 'running', span_category: 'agent' }),
      span('call', 'root', 4, 4, { state: 'running', span_category: 'llm' }),
      span('late', 'root', 5, 6, { span_category: 'tool' }),
    ]);
    expect(idleGaps(tree)).toEqual([]);
    expect(gapsByRow(tree).size).toBe(0);
    expect(drawMinimap(tree).paths).toEqual([
      { tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' },
      { tone: 'llm', path: 'M666.7 9h333.3v3h-333.3z' },
      { tone: 'tool', path: 'M833.3 14h166.7v3h-166.7z' },
    ]);
  },
);

test('a trace of which only the placeholder of its root has come is drawn as one that goes on', () => {
  const tree = buildSpanTree([span('root', null, 0, 0, { state: 'running', span_category: 'agent' })]);
  expect(drawMinimap(tree).paths).toEqual([{ tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' }]);
});
