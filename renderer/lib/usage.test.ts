import { expect, test } from 'vitest';
import { cacheParts, costRows, countedTotal } from './usage.ts';

test.for([
  [
    { input_cost: 0.25, output_cost: 0.5, total_cost: 0.75 },
    ['Input $0.2500', 'Output $0.5000', 'Total $0.7500'],
  ],
  [{ input_cost: 0, output_cost: 0, total_cost: 0.04 }, ['Total $0.0400']],
  [
    { input_cost: 0.1, output_cost: 0.2, total_cost: 0.35 },
    ['Input $0.1000', 'Output $0.2000', 'Not divided $0.0500', 'Total $0.3500'],
  ],
  [
    { input_cost: 0.1, output_cost: 0.2, total_cost: 0.3 },
    ['Input $0.1000', 'Output $0.2000', 'Total $0.3000'],
  ],
] as const)('of a cost only the parts that are known are told', ([costs, rows]) => {
  expect(costRows(costs).map(({ label, value }) => `${label} ${value}`)).toEqual(rows);
});

test('what was read from the cache and what was written to it are told apart', () => {
  const text = (read: number, written: number): string =>
    cacheParts({ cache_read_tokens: read, cache_write_tokens: written }).join(', ');
  expect(text(1024, 256)).toBe('1,024 from cache, 256 to cache');
  expect(text(1024, 0)).toBe('1,024 from cache');
  expect(text(0, 256)).toBe('256 to cache');
  expect(text(0, 0)).toBe('');
});

test('of nothing counted an exported table has no number, as the list has a dash', () => {
  expect([0, 0.25].map(countedTotal)).toEqual([null, 0.25]);
});
