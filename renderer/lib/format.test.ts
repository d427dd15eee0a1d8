import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCompact,
  formatCost,
  formatCount,
  formatDuration,
  formatOffset,
  formatRate,
  formatShort,
  formatShortCost,
  formatTick,
  plural,
} from './format.ts';

test.for([
  [0, '0 ms'],
  [0.0004, '1 µs'],
  [0.042, '42 µs'],
  [0.0996, '0.1 ms'],
  [0.15, '0.15 ms'],
  [0.4, '0.4 ms'],
  [0.996, '1 ms'],
  [1.5, '1.5 ms'],
  [9.96, '10 ms'],
  [38, '38 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [1310, '1.31 s'],
  [14_820, '14.82 s'],
  [59_999, '1 min 00 s'],
  [125_000, '2 min 05 s'],
  [3_599_400, '59 min 59 s'],
  [3_599_600, '1 h 00 min'],
  [3_840_000, '1 h 04 min'],
  [172_769_000, '47 h 59 min'],
  [172_770_000, '2 d 0 h'],
  [200_000_000, '2 d 7 h'],
  [-5, '0 ms'],
] as const)('a duration of %s ms reads %s', ([ms, text]) => expect(formatDuration(ms)).toBe(text));

test.for([
  [0, '+0 ms'],
  [1310, '+1.31 s'],
  [-30_000, '−30.00 s'],
] as const)('a time %s ms from another reads %s', ([ms, text]) => expect(formatOffset(ms)).toBe(text));

test.for([
  [0, '0'],
  [250, '250 ms'],
  [500, '500 ms'],
  [1500, '1.5 s'],
  [5000, '5 s'],
  [10_000, '10 s'],
  [120_000, '2 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
  [180_000_000, '2 d 2 h'],
] as const)('a tick at %s ms reads %s', ([ms, text]) => expect(formatTick(ms)).toBe(text));

test.for([
  [0, 0.005, '0'],
  [2000, 500, '2 s'],
  [250, 0.5, '250.0 ms'],
  [0.996, 0.002, '0.996 ms'],
  [2961.5, 0.5, '2.9615 s'],
  [59_998, 2, '59.998 s'],
  [59_999.6, 0.2, '59.9996 s'],
  [60_000, 500, '0:01:00.0'],
  [90_000, 30_000, '1 min 30 s'],
  [3_599_600, 10_000, '1:00:00'],
  [3_723_000, 1000, '1:02:03'],
  [172_780_000, 60_000, '47:59:40'],
  [259_204_250, 50, '72:00:04.25'],
] as const)('a tick at %s ms, with others %s ms away, reads %s', ([ms, step, text]) =>
  expect(formatTick(ms, step)).toBe(text),
);

test.for([
  [0, '$0'],
  [0.000021, '$0.000021'],
  [0.00069, '$0.00069'],
  [0.007, '$0.0070'],
  [0.0241, '$0.0241'],
  [0.1274, '$0.1274'],
  [1.27, '$1.27'],
  [1204.5, '$1,204.50'],
] as const)('a cost of %s reads %s', ([dollars, text]) => expect(formatCost(dollars)).toBe(text));

test('sizes are in decimal units', () => {
  expect([0, 512, 1400, 412_000_000, 999_600].map(formatBytes)).toEqual([
    '0 B',
    '512 B',
    '1.4 kB',
    '412 MB',
    '1 MB',
  ]);
});

describe('what arrives', () => {
  test('is idle when nothing does', () => expect(formatRate(0)).toBe('idle'));
  test('is a rate otherwise', () =>
    expect([0.44, 0.98, 38.2, 1204].map(formatRate)).toEqual([
      '0.4 spans/s',
      '1 span/s',
      '38 spans/s',
      '1,204 spans/s',
    ]));
});

test('counts are grouped and agree with their noun', () => {
  expect(formatCount(38_416)).toBe('38,416');
  expect([plural(1, 'trace'), plural(0, 'trace'), plural(2000, 'trace')]).toEqual([
    '1 trace',
    '0 traces',
    '2,000 traces',
  ]);
});

test.for([
  [0, '0'],
  [0.25, '0.25'],
  [950, '950'],
  [1500, '1.5 k'],
  [999_999, '1 M'],
  [-100_000_000, '-100 M'],
  [2e15, '2,000 T'],
] as const)('on an axis %s reads %s', ([value, text]) => expect(formatCompact(value)).toBe(text));

test.for([
  [0, '0'],
  [9_999_999, '9,999,999'],
  [10_000_000, '10.0 M'],
  [95_000_000, '95.0 M'],
  [999_999_999, '1.00 B'],
  [123_456_789_012, '123 B'],
] as const)('in a narrow column %s reads %s', ([value, text]) =>
  expect(formatShort(value, 9_999_999)).toBe(text),
);

test('a count or a cost that its column has no room for is told short', () => {
  expect([999_999, 1_234_567].map((value) => formatShort(value, 999_999))).toEqual(['999,999', '1.23 M']);
  expect([99_999.99, 99_999.999, 1_234_567.8, 12_345_678].map(formatShortCost)).toEqual([
    '$99,999.99',
    '$100,000',
    '$1,234,568',
    '$12.3 M',
  ]);
});
