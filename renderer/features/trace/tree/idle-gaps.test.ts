import { expect, test } from 'vitest';
import { gapsByRow, idleGaps } from './idle-gaps.ts';
import { buildSpanTree } from '../../../lib/span-tree.ts';
import { span } from '../../../testing/builders.ts';

test('an idle gap is drawn in the row of the span that ended it, the last one after the last span', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 20),
    span('a', 'root', 0, 5),
    span('b', 'root', 10, 15),
    span('inside', 'b', 10, 14),
  ]);
  const at = (seconds: number): number => tree.startMs + seconds * 1000;
  expect([...gapsByRow(tree, idleGaps(tree))]).toEqual([
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
  expect([...gapsByRow(tree, idleGaps(tree)).keys()]).toEqual(gaps === 0 ? [] : ['last']);
});

test('a gap before a tool with spans of its own is drawn in the row of the tool', () => {
  const tree = buildSpanTree([
    span('root', null, 0, 20),
    span('call', 'root', 0, 5, { span_category: 'llm' }),
    span('tool', 'root', 10, 20, { span_category: 'tool' }),
    span('inside', 'tool', 10, 11),
  ]);
  expect([...gapsByRow(tree, idleGaps(tree)).keys()]).toEqual(['tool']);
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
] as const)('below a root that runs, whose placeholder ends %s, there is no idle gap', ([, end]) => {
  const tree = buildSpanTree([
    span('root', null, 0, end, { state: 'running', span_category: 'agent' }),
    span('call', 'root', 4, 4, { state: 'running', span_category: 'llm' }),
    span('late', 'root', 5, 6, { span_category: 'tool' }),
  ]);
  expect(idleGaps(tree)).toEqual([]);
  expect(gapsByRow(tree, idleGaps(tree)).size).toBe(0);
});

test('where nothing was idle no rows are looked through for it', () => {
  const tree = {
    ...buildSpanTree([span('root', null, 0, 10)]),
    get order(): never {
      throw new Error('looked through');
    },
  };
  expect(gapsByRow(tree, []).size).toBe(0);
});
