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

test('values below zero keep their sign', () => {
  expect([-250, -190, 0].map((value) => formatMetric(value, 'ms'))).toEqual(['−250 ms', '−190 ms', '0']);
  expect(formatMetric(-12, 's')).toBe('−12.00 s');
  expect(formatMetric(-2_000_000, 'By')).toBe('−2 MB');
  expect(formatMetric(-5, '{item}')).toBe('−5 item');
});

test('times too short for milliseconds are told apart', () => {
  expect([5, 40, 90, 1200, 1400].map((value) => formatMetric(value, 'ns'))).toEqual([
    '5 ns',
    '40 ns',
    '90 ns',
    '1.2 µs',
    '1.4 µs',
  ]);
  expect(formatMetric(2e-9, 's')).toBe('2 ns');
});

test('what is no number is told as it is', () => expect(formatMetric(Number.NaN, 's')).toBe('NaN s'));
