import { afterEach, expect, test, vi } from 'vitest';
import { buildSpanTree } from '../lib/span-tree.ts';
import { span, trace } from '../testing/builders.ts';
import { withTree } from './trace-with-tree.ts';

afterEach(() => void vi.restoreAllMocks());

test('a large trace comes with its tree, and what waits while it is made is done in between', async () => {
  const spans = Array.from({ length: 12_000 }, (_, n) =>
    span(`s${n}`, n === 0 ? null : `s${Math.floor((n - 1) / 3)}`, n, n + 1),
  );
  let nowMs = 0;
  // Each look at the clock finds it a slice later.
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 30));
  let isAnswered = false;
  let keys = 0;
  const press = (): void => {
    keys += 1;
    if (!isAnswered) setTimeout(press);
  };
  setTimeout(press);
  const read = await withTree(trace({ trace_id: 'large', spans }));
  isAnswered = true;
  expect(keys).toBeGreaterThan(3);
  expect(read.trace_id).toBe('large');
  expect(read.tree.order.map(({ id, depth }) => [id, depth])).toEqual(
    buildSpanTree(spans).order.map(({ id, depth }) => [id, depth]),
  );
});
