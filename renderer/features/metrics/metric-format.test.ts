import { expect, test } from 'vitest';
import { formatMetric } from './metric-format.ts';

test('times and bytes are told as people read them, other units after the number', () => {
  expect(formatMetric(0.069, 's')).toBe('69 ms');
  expect(formatMetric(1500, 'ms')).toBe('1.50 s');
  expect(formatMetric(2_000_000, 'By')).toBe('2 MB');
  expect(formatMetric(97, '{token}')).toBe('97 token');
  expect(formatMetric(0.99412345, '1')).toBe('0.9941');
  expect(formatMetric(12_345, '')).toBe('12,345');
});
