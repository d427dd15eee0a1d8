import { beforeEach, describe, expect, test } from 'vitest';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { runCommand } from '../../testing/run-command.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import { PAGE_BYTES } from '../file/page-size.ts';
import { Retention, type RetentionPolicy } from './retention.ts';
import { Writer } from '../writing/writer.ts';

const own = ownDatabase();
let writer: Writer;
beforeEach(() => void (writer = new Writer(own.writing)));

const DAY = 86_400_000;
const NOW = Date.parse('2026-02-13T10:00:00Z');
/** Retention runs again and again: it must not read what it leaves. */
const planOf = (sql: string): string =>
  own.writing
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => detail)
    .join();

test('the oldest are found by an index', () => {
  for (const sql of ['WHERE end_ns < 1 ORDER BY end_ns, id', 'ORDER BY end_ns, id'])
    expect(planOf(`SELECT id, span_count FROM traces ${sql} LIMIT 9`)).toMatch(
      /^S\w+ traces USING INDEX traces_by_end[^,]*$/,
    );
});

const KEEP_ALL: RetentionPolicy = { days: null, maxSpans: null, maxBytes: null };

/** A trace of so many spans, the last of which ended then. */
const write = (trace: number, endMs: number, spans = 1, project = 'default'): void =>
  void writer.write((append) => {
    for (let i = 1; i <= spans; i++) {
      const ids = { traceId: traceIdOf(trace), spanId: spanIdOf(trace * 1000 + i) };
      append(project, rowOf({ ...ids, start: endMs - 50 * DAY, end: i === spans ? endMs : endMs - i }));
    }
  });

/** Deletes until all bounds are kept, and answers what is left. */
function retain(policy: Partial<RetentionPolicy>, nowMs = NOW): unknown[] {
  runCommand(own.writing, writer, { type: 'retain', policy: { ...KEEP_ALL, ...policy }, nowMs });
  return own.writing
    .prepare<[], string>('SELECT trace_id FROM traces ORDER BY trace_id')
    .pluck()
    .all()
    .map((id) => Number.parseInt(id, 16));
}

test('without a bound all stays', () => {
  write(1, NOW - 1000 * DAY);
  expect(retain({})).toEqual([1]);
});

describe('days', () => {
  test('a trace goes when its last span ended longer ago, not when it began', () => {
    write(1, NOW - 7 * DAY - 1);
    write(2, NOW - 7 * DAY);
    write(3, NOW);
    expect(retain({ days: 7 })).toEqual([2, 3]);
    expect(retain({ days: 7 }, NOW + 1)).toEqual([3]);
    expect(retain({ days: 7 }, NOW + 7 * DAY + 1)).toEqual([]);
  });

  test('a trace that still runs is as old as its start', () => {
    writer.write((append) => {
      for (const [trace, start] of [
        [1, NOW - 1],
        [2, NOW - 8 * DAY],
      ] as const)
        append('default', rowOf({ traceId: traceIdOf(trace), spanId: spanIdOf(1), start, end: 0 }));
    });
    expect(retain({ days: 7 })).toEqual([1]);
  });

  test('may be a part of one', () => {
    write(1, NOW - DAY / 2);
    write(2, NOW - DAY / 4);
    expect(retain({ days: 0.3 })).toEqual([2]);
  });

  test.for([130_000, 1e9, 1e308])('may be more than there are: %d', (days) => {
    for (const trace of [1, 2]) write(trace, NOW + trace);
    expect(retain({ days })).toEqual([1, 2]);
    expect(retain({ days, maxSpans: 1 })).toEqual([2]);
  });

  test('holds in every project', () => {
    for (const [i, project] of ['a', 'b', 'c'].entries()) write(i + 1, NOW - 9 * DAY, 1, project);
    expect(retain({ days: 7 })).toEqual([]);
    expect(own.writing.prepare('SELECT * FROM projects').all()).toEqual([]);
  });
});

describe('max_spans', () => {
  test('whole traces go, the earliest end first, whatever came first', () => {
    write(1, NOW - 1000, 3);
    write(2, NOW - 3000, 3, 'other');
    write(3, NOW - 2000, 3);
    expect(retain({ maxSpans: 9 })).toEqual([1, 2, 3]);
    expect(retain({ maxSpans: 8 })).toEqual([1, 3]);
    expect(retain({ maxSpans: 3 })).toEqual([1]);
    expect(retain({ maxSpans: 2 })).toEqual([]);
  });

  test('a trace that runs long is as old as its end', () => {
    for (const [trace, start, end] of [
      [1, NOW - 9 * DAY, NOW],
      [2, NOW - 2 * DAY, NOW - DAY],
    ] as const)
      writer.write((append) =>
        append('default', rowOf({ traceId: traceIdOf(trace), spanId: spanIdOf(1), start, end })),
      );
    expect(retain({ maxSpans: 1 })).toEqual([1]);
  });

  test('bounds what is not too old, too', () => {
    for (const trace of [1, 2, 3]) write(trace, NOW - trace * DAY);
    expect(retain({ days: 2, maxSpans: 1 })).toEqual([1]);
  });

  test('of many traces as many go as must', () => {
    for (let trace = 1; trace <= 300; trace++) write(trace, NOW + trace, 2);
    expect(retain({ maxSpans: 201 })).toEqual(Array.from({ length: 100 }, (_, i) => 201 + i));
  });
});

test('max_bytes: the oldest go until what is used fits', () => {
  const used = (): number => {
    const [pages, free] = ['page_count', 'freelist_count'].map((name) =>
      own.writing.pragma(name, { simple: true }),
    );
    return PAGE_BYTES * (Number(pages) - Number(free));
  };
  const empty = used();
  for (let trace = 1; trace <= 400; trace++) write(trace, NOW + trace, 5);
  const bound = (used() + empty) / 2;
  const left = retain({ maxBytes: bound });
  expect(used()).toBeLessThanOrEqual(bound);
  expect(left.length).toBeGreaterThan(100);
  expect(left).toEqual(Array.from(left, (_, i) => 401 - left.length + i));
  expect(retain({ maxBytes: 1 })).toEqual([]);
});

test('what belongs to no trace goes up to the later of two bounds', () => {
  const through = (policy: Partial<RetentionPolicy>): bigint | null =>
    new Retention(own.writing).looseThrough({ ...KEEP_ALL, ...policy }, NOW);
  const justBefore = (ms: number): bigint => BigInt(ms) * 1_000_000n - 1n;
  write(1, NOW - 3 * DAY);
  expect(through({ days: 1, maxBytes: 1 })).toBe(justBefore(NOW - DAY));
  expect(through({ days: 5, maxBytes: 1 })).toBe(justBefore(NOW - 3 * DAY));
  expect(through({ days: 5, maxBytes: 1e12 })).toBe(justBefore(NOW - 5 * DAY));
});

test('words are to leave the index once a day, also where the clock was set back', () => {
  const retention = new Retention(own.writing);
  const isDue = (nowMs: number): boolean => {
    const isIt = retention.isErasingDue({ ...KEEP_ALL, days: 7 }, nowMs);
    if (isIt) retention.noteErasing(nowMs);
    return isIt;
  };
  expect([NOW, NOW + DAY - 1, NOW + DAY, NOW - 9 * DAY, NOW - 9 * DAY + 1].map(isDue)).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
  expect(new Retention(own.writing).isErasingDue(KEEP_ALL, NOW)).toBe(false);
});
