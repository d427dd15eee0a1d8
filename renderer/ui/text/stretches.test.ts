import { expect, test } from 'vitest';
import { addStretch } from './stretches.ts';

const first = [{ from: 0, to: 100 }];

test('a stretch stands by itself, in order, or goes together with those that it touches', () => {
  const apart = addStretch(first, { from: 500, to: 600 });
  expect(apart).toEqual([...first, { from: 500, to: 600 }]);
  expect(addStretch(apart, { from: 300, to: 310 }).map(({ from }) => from)).toEqual([0, 300, 500]);
  expect(addStretch(apart, { from: 100, to: 200 })).toEqual([
    { from: 0, to: 200 },
    { from: 500, to: 600 },
  ]);
  expect(addStretch(apart, { from: 50, to: 500 })).toEqual([{ from: 0, to: 600 }]);
  expect(addStretch(apart, { from: 510, to: 520 })).toEqual(apart);
});
