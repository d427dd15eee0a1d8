import { expect, test } from 'vitest';
import { COST_AXIS } from './value-axis.ts';

const labels = (...ticks: number[]): string[] =>
  ticks.map((tick) => COST_AXIS.label(tick, ticks[1]! - ticks[0]!));

test('dollars on an axis have as many digits as their step, all the same', () => {
  expect(labels(0, 0.005, 0.01, 0.015, 0.02)).toEqual(['$0', '$0.005', '$0.010', '$0.015', '$0.020']);
  expect(labels(0.2, 0.3, 0.4)).toEqual(['$0.2', '$0.3', '$0.4']);
  expect(labels(0, 0.5, 1, 1.5)).toEqual(['$0', '$0.5', '$1.0', '$1.5']);
  expect(labels(0, 0.000_002, 0.000_004)).toEqual(['$0', '$0.000002', '$0.000004']);
  expect(labels(0, 10_000, 20_000)).toEqual(['$0', '$10 k', '$20 k']);
});
