import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { readCursor, writeCursor, type CursorList, type Place } from './cursor.ts';
import { Statements } from './list-query.ts';
import { walkSessions } from './unscoped-sessions.ts';
import { walkSpans } from './unscoped-spans.ts';
import { walkTraces, walkTracesOfSession } from './unscoped-traces.ts';
import type { WalkPage, WalkRequest } from './walk.ts';

let store: OpenStore;
let statements: Statements;
beforeEach(() => {
  store = new OpenStore();
  statements = new Statements(store.reading);
});
afterEach(() => store.close());

const idOf = (table: string): number => Number(store.one(`SELECT id FROM ${table}`));
const NO_FILTER = { errors_only: false };
/** Each list by what one of its pages holds, in numbers that `span` was told. */
const LISTS: Readonly<Record<CursorList, (request: WalkRequest) => WalkPage<number>>> = {
  traces: (request) => numbered(walkTraces(statements, idOf('projects'), NO_FILTER, request), 'trace_id'),
  spans: (request) => numbered(walkSpans(statements, idOf('projects'), {}, request), 'span_id'),
  sessions: (request) => numbered(walkSessions(statements, idOf('projects'), {}, request), 'session_id'),
  'session-traces': (request) =>
    numbered(walkTracesOfSession(statements, idOf('sessions'), request), 'trace_id'),
};

function numbered<Key extends string>(
  { rows, next }: WalkPage<Readonly<Record<Key, string | null>>>,
  key: Key,
): WalkPage<number> {
  return { rows: rows.map((row) => Number.parseInt(row[key]!, 16)), next };
}

describe.for(Object.keys(LISTS) as CursorList[])('a walk of %s', (list) => {
  const keep = (...spans: [n: number, start: number][]): void =>
    store.keepSpans(
      'p',
      ...spans.map(([n, start]): SpanSpec => ({
        traceId: traceIdOf(n),
        spanId: spanIdOf(n),
        start: 1_770_000_000_000 + start,
        attributes: { 'session.id': list === 'session-traces' ? 'all' : String(n) },
      })),
    );
  /** The numbers page by page. */
  function walk(limit: number, from?: Place): number[][] {
    const { rows, next } = LISTS[list]({ from, limit });
    if (next === null) return [rows];
    return [rows, ...walk(limit, readCursor(list, writeCursor(list, next)))];
  }
  // One of the year 2118.
  beforeEach(() => keep([1, 0], [2, 0], [3, 0], [4, 2_900_000_000_000], [5, -5]));

  test('has every row once, those of one moment too, and ends with the last', () => {
    expect([1, 2, 3, 4, 5, 6].map((limit) => walk(limit))).toEqual([
      [[4], [3], [2], [1], [5]],
      [[4, 3], [2, 1], [5]],
      [
        [4, 3, 2],
        [1, 5],
      ],
      [[4, 3, 2, 1], [5]],
      [[4, 3, 2, 1, 5]],
      [[4, 3, 2, 1, 5]],
    ]);
  });

  test('leaves out what comes meanwhile, and finds what is stored again in its place', () => {
    const { rows, next } = LISTS[list]({ from: undefined, limit: 2 });
    expect(rows).toEqual([4, 3]);
    keep([6, -1], [1, 50], [3, -50]);
    expect(walk(2, next!)).toEqual([[2, 1], [5]]);
    expect(walk(9)).toEqual([[4, 3, 2, 1, 6, 5]]);
  });
});
