import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEnd, parseTimestamp } from '../../collector/store/reader/time.ts';
import { readTimestamp } from '../lib/read-timestamp.ts';

const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
const day = fc.tuple(fc.constantFrom('1969', '2024', '2026', '9999'), two(13), two(32));
const zone = fc.constantFrom('', 'Z', 'z', '+01:00', '-0930', '+99:99', ' 01:00', 'CET');
const fraction = fc.constantFrom('', '.5', ',25', '.123456', '.123456789', '.12345678912', '.');
const toSecond = fc
  .tuple(day, fc.constantFrom('T', 't', ' '), two(25), two(60), two(60), fraction, zone)
  .map(
    ([date, between, ...[hour, minute, second, digits, offset]]) =>
      `${date.join('-')}${between}${hour}:${minute}:${second}${digits}${offset}`,
  );
const shorter = fc.oneof(
  day.map((date) => date.join('-')),
  fc
    .tuple(day, two(25), two(60), zone)
    .map(([date, hour, minute, offset]) => `${date.join('-')}T${hour}:${minute}${offset}`),
);
const noTime = fc.constantFrom('', 'yesterday', '2026', 'Nov 22 2026', '2026-02-30T06:00Z', '1770000000000');

test('the window takes for times what the collector takes for times, and means the same by them', () => {
  fc.assert(
    fc.property(fc.oneof(toSecond, shorter, noTime), (text) => {
      const read = readTimestamp(text, 'from');
      expect(read === undefined ? undefined : parseTimestamp(read)).toBe(parseTimestamp(text));
    }),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(toSecond, (text) => {
      const read = readTimestamp(text, 'to');
      expect(read === undefined ? undefined : parseEnd(read)).toBe(parseEnd(text));
    }),
    { numRuns: 1000 },
  );
});
