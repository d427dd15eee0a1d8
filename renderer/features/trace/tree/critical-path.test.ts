import { array, assert, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { span } from '../../../testing/builders.ts';
import { criticalPath } from './critical-path.ts';
import { buildSpanTree } from '../../../lib/span-tree.ts';

/** `until`: in seconds after the start, as all stretches are. */
const stretches = (spans: Parameters<typeof buildSpanTree>[0], until?: number) => {
  const tree = buildSpanTree(spans);
  const origin = tree.startMs;
  const untilMs = until === undefined ? undefined : origin + until * 1000;
  return Object.fromEntries(
    [...criticalPath(tree, untilMs)].map(([id, path]) => [
      id,
      path.map(({ startMs, endMs }) => [(startMs - origin) / 1000, (endMs - origin) / 1000]).toReversed(),
    ]),
  );
};

test('a parent waited for its children one after the other, and for itself between them', () => {
  expect(stretches([span('root', null, 0, 10), span('a', 'root', 1, 3), span('b', 'root', 4, 9)])).toEqual({
    a: [[1, 3]],
    b: [[4, 9]],
    root: [
      [0, 1],
      [3, 4],
      [9, 10],
    ],
  });
});

test('what runs is waited for until now, whatever the last known end says', () => {
  const root = span('root', null, 0, 0, { state: 'running' });
  const call = span('call', 'root', 2, 2, { state: 'running' });
  expect(stretches([root, span('done', 'root', 0, 2), call], 60)).toEqual({
    done: [[0, 2]],
    call: [[2, 60]],
  });
});

test('of children that ran at once only the one that ended last was waited for', () => {
  expect(
    stretches([span('root', null, 0, 10), span('quick', 'root', 1, 5), span('slow', 'root', 1, 9)]),
  ).toEqual({
    slow: [[1, 9]],
    root: [
      [0, 1],
      [9, 10],
    ],
  });
});

test('a child that outlives its parent counts up to the parent’s end', () => {
  expect(
    stretches([span('root', null, 0, 10), span('first', 'root', 0, 4), span('child', 'first', 2, 8)]),
  ).toEqual({ child: [[2, 4]], first: [[0, 2]], root: [[4, 10]] });
});

test('no moment is in two stretches, and none is outside its span', () => {
  const spans = array(record({ parent: nat(20), start: nat(50), length: nat(50) }), {
    minLength: 1,
    maxLength: 20,
  }).map((rows) =>
    rows.map(({ parent, start, length }, index) =>
      span(`s${index}`, index === 0 ? null : `s${parent % index}`, start, start + length),
    ),
  );
  assert(
    property(spans, (given) => {
      const tree = buildSpanTree(given);
      const all = [...criticalPath(tree)].flatMap(([id, path]) =>
        path.map((stretch) => ({ id, ...stretch })),
      );
      for (const { id, startMs, endMs } of all) {
        const node = tree.byId.get(id);
        expect(startMs).toBeLessThan(endMs);
        expect(startMs).toBeGreaterThanOrEqual(node?.startMs ?? Infinity);
        expect(endMs).toBeLessThanOrEqual(node?.endMs ?? -Infinity);
      }
      all.sort((a, b) => a.startMs - b.startMs);
      all
        .slice(1)
        .forEach((stretch, index) => expect(stretch.startMs).toBeGreaterThanOrEqual(all[index]!.endMs));
    }),
  );
});
