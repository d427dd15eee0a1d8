import { expect, test } from 'vitest';
import { formatMetric, metricAxis } from './metric-format.ts';

test('times and bytes are told as people read them, other units after the number', () => {
  expect(formatMetric(0.069, 's')).toBe('69 ms');
  expect(formatMetric(1500, 'ms')).toBe('1.50 s');
  expect(formatMetric(2_000_000, 'By')).toBe('2 MB');
  expect(formatMetric(97, '{token}')).toBe('97 tokens');
  expect(formatMetric(0.99412345, '1')).toBe('0.9941');
  expect(formatMetric(12_345, '')).toBe('12,345');
});

test('units that UCUM writes otherwise than people do are told as people do', () => {
  expect(formatMetric(-18.87, 'Cel')).toBe('−18.87 °C');
  expect([512, 4].map((value) => formatMetric(value, 'MiBy'))).toEqual(['512 MiB', '4 MiB']);
  expect([0.4, 999, 1_250_000].map((value) => formatMetric(value, 'By/s'))).toEqual([
    '0.4 B/s',
    '999 B/s',
    '1.3 MB/s',
  ]);
  expect(metricAxis('Cel').unit).toBe('°C');
  expect([0, 500_000].map(metricAxis('By/s').label)).toEqual(['0 B/s', '500 kB/s']);
});

test('a unit that is called as something any object has is only a name', () =>
  expect(formatMetric(3, 'constructor')).toBe('3 constructor'));

test('of what is too long for a unit the beginning is told', () =>
  expect(formatMetric(3, 'x'.repeat(5000))).toBe(`3 ${'x'.repeat(23)}…`));

test('values below zero keep their sign', () => {
  expect([-250, -190, 0].map((value) => formatMetric(value, 'ms'))).toEqual(['−250 ms', '−190 ms', '0']);
  expect(formatMetric(-12, 's')).toBe('−12.00 s');
  expect(formatMetric(-2_000_000, 'By')).toBe('−2 MB');
  expect(formatMetric(-5, '{item}')).toBe('−5 items');
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

test('what is counted is named in the plural where there are several', () => {
  const counted = ['{request}', '{query}', '{process}', '{tokens}', '{box}', 'ratio', '{connection}/s'];
  expect(counted.map((unit) => formatMetric(841, unit))).toEqual([
    '841 requests',
    '841 queries',
    '841 processes',
    '841 tokens',
    '841 boxes',
    '841 ratio',
    '841 connection/s',
  ]);
  expect([formatMetric(1, '{request}'), formatMetric(0, '{request}')]).toEqual(['1 request', '0 requests']);
});

test('an axis says short units at each label and long ones once', () => {
  const labelsOf = (unit: string, ...values: readonly number[]) => values.map(metricAxis(unit).label);
  expect(labelsOf('{request}', 0, 1000, 100_000_000)).toEqual(['0', '1 k', '100 M']);
  expect(metricAxis('{request}').unit).toBe('requests');
  expect(metricAxis('1').unit).toBe(undefined);
  expect(labelsOf('s', 0, 0.5, 300, 7200, -60)).toEqual(['0', '500 ms', '5 min', '2 h', '−1 min']);
  expect(labelsOf('ns', 5)).toEqual(['5 ns']);
  expect(labelsOf('By', 0, 500_000_000)).toEqual(['0 B', '500 MB']);
  expect(labelsOf('%', 50)).toEqual(['50 %']);
  expect(metricAxis('s').stepOf?.(70)).toBe(120);
});
