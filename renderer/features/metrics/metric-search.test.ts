import { expect, test } from 'vitest';
import type { MetricSummary } from '../../../collector/contract/metrics.ts';
import { findMetrics, isFound, MOST_SEARCHED } from './metric-search.ts';

const metric = (name: string, ...service_names: string[]): MetricSummary => ({
  name,
  service_names,
  type: 'gauge',
  unit: '',
  description: '',
  last_time: '2026-11-21T12:00:00Z',
  last_value: 1,
  last_mean: null,
  series_count: 1,
  point_count: 1,
});

test('a metric is found by parts of its name and of its services, in any case', () => {
  const depth = metric('queue.depth', 'Checkout', 'billing');
  for (const text of ['queue', 'DEPTH', 'checkout', 'bill depth']) expect(isFound(depth, text)).toBe(true);
  for (const text of ['latency', 'queue latency']) expect(isFound(depth, text)).toBe(false);
});

const listOf =
  (metrics: readonly MetricSummary[], asked: number[] = []) =>
  ({ page, limit }: { page: number; limit: number }) => {
    asked.push(page);
    const data = metrics.slice((page - 1) * limit, page * limit);
    const total = metrics.length;
    const meta = { page, limit, total_items: total, total_pages: Math.ceil(total / limit) };
    return Promise.resolve({ data, meta });
  };

test('what is found counts and is paged as if nothing else were there', async () => {
  const metrics = Array.from({ length: 2500 }, (_, index) =>
    metric(`m.${index % 2 ? 'odd' : 'even'}.${index}`),
  );
  const asked: number[] = [];
  const second = await findMetrics(listOf(metrics, asked), 'odd', { page: 2, limit: 50 });
  expect(second.meta).toEqual({ page: 2, limit: 50, total_items: 1250, total_pages: 25 });
  expect(second.data.map(({ name }) => name).slice(0, 2)).toEqual(['m.odd.101', 'm.odd.103']);
  expect(second.data).toHaveLength(50);
  expect(asked).toEqual([1, 2, 3]);
});

test('no more are read than are said to be searched', async () => {
  const metrics = Array.from({ length: MOST_SEARCHED + 1 }, (_, index) => metric(`m.${index}`));
  const { meta } = await findMetrics(listOf(metrics), 'm', { page: 1, limit: 50 });
  expect(meta.total_items).toBe(MOST_SEARCHED);
});
