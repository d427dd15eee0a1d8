import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stats } from '../../../collector/contract/stats.ts';
import { intervalLabel, narrowTo, pointSpan, statsLines, statsTime, tokenKinds } from './stats-series.ts';
import { timeBounds } from '../../lib/time-range.ts';

const NOTHING = {
  traces: 0,
  spans: 0,
  llm_calls: 0,
  tool_calls: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  total_cost: 0,
  unpriced_calls: 0,
  latency_ms: { p50: null, p95: null, p99: null },
  time_to_first_token_ms: { p50: null, p95: null },
};
const at = (time: string, p50: number | null = null) => ({
  ...NOTHING,
  time,
  latency_ms: { p50, p95: p50, p99: p50 },
});
const hours: Stats = {
  interval: 'hour',
  totals: NOTHING,
  series: [
    at('2026-03-01T09:00:00.000000Z', 20),
    at('2026-03-01T11:00:00.000000Z'),
    at('2026-03-01T12:00:00.000000Z', 40),
  ],
  groups: [],
};
const now = Date.parse('2026-03-01T15:10:00Z');

describe('the time axis', () => {
  test('goes from the first point to the end of the last where all is asked for', () => {
    const early = { ...hours, series: [at('2026-02-27T00:00:00.000000Z'), ...hours.series] };
    expect(statsTime(early, {}, now)).toEqual({
      startMs: Date.parse('2026-02-27T00:00:00Z'),
      endMs: Date.parse('2026-03-01T13:00:00Z'),
    });
  });

  test('is not shorter than twelve intervals then', () => {
    expect(statsTime(hours, {}, now)).toEqual({
      startMs: Date.parse('2026-03-01T01:00:00Z'),
      endMs: Date.parse('2026-03-01T13:00:00Z'),
    });
  });

  test('is the range that was asked for, in whole intervals', () => {
    expect(statsTime(hours, { range: '6h' }, now)).toEqual({
      startMs: Date.parse('2026-03-01T09:00:00Z'),
      endMs: Date.parse('2026-03-01T16:00:00Z'),
    });
    const fixed = { from_timestamp: '2026-03-01T09:40:00Z', to_timestamp: '2026-03-01T12:30:00Z' };
    expect(statsTime(hours, fixed, now)).toEqual({
      startMs: Date.parse('2026-03-01T09:00:00Z'),
      endMs: Date.parse('2026-03-01T13:00:00Z'),
    });
    // To is inclusive: what begins then makes a point of its own.
    expect(statsTime(hours, { ...fixed, to_timestamp: '2026-03-01T12:00:00Z' }, now)).toEqual({
      startMs: Date.parse('2026-03-01T09:00:00Z'),
      endMs: Date.parse('2026-03-01T13:00:00Z'),
    });
  });

  test('of a range that was narrowed to is that range', () => {
    const span = { startMs: Date.parse('2026-03-01T09:00:00Z'), endMs: Date.parse('2026-03-01T12:00:00Z') };
    expect(statsTime(hours, narrowTo(span, 'hour'), now)).toEqual(span);
  });

  test('is there where nothing is', () => {
    const { startMs, endMs } = statsTime({ ...hours, series: [] }, {}, now);
    expect(endMs).toBeGreaterThan(startMs);
  });
});

describe('narrowTo', () => {
  test('is the whole intervals that were touched, and no other', () => {
    const time = fc.integer({ min: 0, max: 4e12 });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 1e9 }), (startMs, length) => {
        const range = narrowTo({ startMs, endMs: startMs + length }, 'hour');
        const { from_timestamp = '', to_timestamp = '' } = timeBounds(range, now);
        const [from, to] = [Date.parse(from_timestamp), Date.parse(to_timestamp) + 1];
        expect(from).toBeLessThanOrEqual(startMs);
        expect(to).toBeGreaterThanOrEqual(startMs + length);
        expect([from % 3_600_000, to % 3_600_000]).toEqual([0, 0]);
        expect(to - from).toBeLessThanOrEqual(length + 2 * 3_600_000);
        expect(to).toBeGreaterThan(from);
      }),
    );
  });

  test('of a point is its interval', () => {
    const point = hours.series[0]!;
    expect(narrowTo(pointSpan(point, 'hour'), 'hour')).toMatchObject({
      from_timestamp: '2026-03-01T09:00:00.000Z',
      to_timestamp: '2026-03-01T09:59:59.999Z',
    });
  });
});

test('a day is told by its date', () => {
  const point = { time: new Date(2026, 2, 1).toISOString() };
  expect(intervalLabel(point, 'day', now)).toBe('1 Mar 2026');
});

test('lines leave out what was not measured', () => {
  const [line] = statsLines(hours, ['p50'], ({ latency_ms }) => [latency_ms.p50]);
  expect(line?.points).toEqual([
    { x: Date.parse('2026-03-01T09:30:00Z'), y: 20 },
    { x: Date.parse('2026-03-01T12:30:00Z'), y: 40 },
  ]);
});

test('kinds of tokens add up to input and output', () => {
  const count = fc.nat(1000);
  fc.assert(
    fc.property(count, count, count, count, count, (plain, read, write, output, thought) => {
      const kinds = tokenKinds({
        input_tokens: plain + read + write,
        output_tokens: output + thought,
        cache_read_tokens: read,
        cache_write_tokens: write,
        reasoning_tokens: thought,
      });
      expect(kinds).toEqual([plain, read, write, output, thought]);
    }),
  );
  const odd = {
    input_tokens: 5,
    output_tokens: 1,
    cache_read_tokens: 9,
    cache_write_tokens: 0,
    reasoning_tokens: 4,
  };
  expect(tokenKinds(odd)).toEqual([0, 9, 0, 0, 4]);
});
