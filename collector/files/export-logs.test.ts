import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { ExportLogsServiceRequest } from '../decode/protocol.ts';
import { Reader } from '../query/reader.ts';
import { OpenStore } from '../testing/open-store.ts';
import { LOG_TIME, type LogSpec } from '../testing/otlp-logs.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { exportOtlp } from './export-otlp.ts';

let store: OpenStore;
beforeEach(() => {
  store = new OpenStore();
});
afterEach(() => store.close());

function linesOf(project: string, selection = {}, reader = new Reader(store.reading)): Generator<string> {
  return exportOtlp(reader, reader.project(project), selection, (what) => expect.unreachable(what));
}
const exported = (project: string): string[] => [...linesOf(project)];
const importLines = (project: string, lines: readonly string[]): void =>
  lines.forEach((line) => store.commit(project, ['logs', jsonToWire(ExportLogsServiceRequest, line)]));
const recordsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.match(/\{"timeUnixNano".*?\}(?=,\{"time|\])/g) ?? []);
const countOf = (project: string): unknown =>
  store.one(`SELECT log_count FROM projects WHERE project_id = '${project}'`);

/** A clock of milliseconds gives many records one time. */
const tick = (ms: number): LogSpec => ({ time: LOG_TIME + BigInt(ms) * 1_000_000n, body: 'tick' });

test.for<[string, LogSpec[]]>([
  ['of one time', Array.from({ length: 450 }, () => tick(0))],
  ['at the end of a line', Array.from({ length: 450 }, (_, i) => tick(Math.floor(i / 7)))],
  ['far apart in their request', Array.from({ length: 450 }, (_, i) => tick(i % 225))],
  ['of a trace', Array.from({ length: 450 }, (_, i) => ({ ...tick(i % 225), traceId: traceIdOf(1) }))],
])('records that are the same in one request are as many after an export and an import: %s', ([, logs]) => {
  store.keepLogs('from', ...logs);
  const lines = exported('from');
  importLines('again', lines);
  expect(countOf('again')).toBe(450);
  expect(recordsOf(exported('again'))).toEqual(recordsOf(lines));
  // What is stored already is known again.
  importLines('from', lines);
  expect(countOf('from')).toBe(450);
});

test('records of one time stand in the order in which they came, and more of one time than a line has in several lines', () => {
  const logs = Array.from({ length: 10_100 }, (_, i) => ({ ...tick(0), body: `line ${i}` }));
  store.keepLogs('few', ...logs.slice(0, 300));
  const bodies = recordsOf(exported('few')).map((record) => /line \d+/.exec(record)?.[0]);
  expect(bodies).toEqual(logs.slice(0, 300).map(({ body }) => body));
  store.keepLogs('many', ...logs);
  const lines = exported('many');
  expect(lines).toHaveLength(2);
  expect(new Set(recordsOf(lines))).toHaveLength(10_100);
});

test('each line goes on where the one before ended, however many records there are', () => {
  store.keepLogs('p', ...Array.from({ length: 450 }, (_, i) => tick(i)));
  const prepare = vi.spyOn(store.reading, 'prepare');
  expect(exported('p').length).toBeGreaterThan(2);
  const sql = prepare.mock.calls.flat().find((text) => text.includes('(time_ns, id) >'));
  const plan = JSON.stringify(store.reading.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(1, 1, 1, 1));
  expect(plan).toContain('log_records_identity (project=? AND time_ns>?)');
  // Those of one time are put in order, not all.
  expect(plan).not.toContain('B-TREE FOR ORDER BY');
});

describe('the records of a trace that is named', () => {
  const traceId = traceIdOf(1);
  const named = { traceIds: [traceId] };
  const keep = (count: number): void => {
    store.keepSpans('p', { traceId, spanId: spanIdOf(1) });
    // By their ids the last ones come first, and no time is another's.
    const logs = Array.from({ length: count }, (_, i) => ({
      ...tick(count - i),
      body: `line ${i}`,
      traceId,
    }));
    store.keepLogs('p', ...logs);
  };
  /** Of each line those that were last first: there they stand as they lie in chunks. */
  const bodiesIn = (lines: readonly string[]): number[] =>
    lines.flatMap((line) =>
      recordsOf([line])
        .map((record) => Number(/line (\d+)/.exec(record)?.[1]))
        .toSorted((a, b) => b - a),
    );
  const downFrom = (count: number): number[] => Array.from({ length: count }, (_, i) => count - 1 - i);

  test('are put in order once for many lines, not for each', () => {
    keep(900);
    const reader = new Reader(store.reading);
    const prepare = vi.spyOn(store.reading, 'prepare');
    const sorts = vi.spyOn(reader.statements, 'column');
    const lines = [...linesOf('p', named, reader)];
    expect(bodiesIn(lines)).toEqual(downFrom(900));
    expect(lines.length).toBeGreaterThan(5);
    const ofLogs = sorts.mock.calls.filter(([sql]) => sql.includes('log_records'));
    // And once more for what may have come meanwhile.
    expect(ofLogs).toHaveLength(2);
    const sql = prepare.mock.calls
      .flat()
      .find((text) => text.includes('log_records') && text.includes('id IN'));
    const plan = JSON.stringify(store.reading.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('[]', 1, traceId));
    expect(plan).toContain('USING INTEGER PRIMARY KEY (rowid=?)');
  });

  test('that go meanwhile are left out, and those that come are told', () => {
    keep(900);
    const lines = linesOf('p', named);
    // The first has the span.
    const first = [lines.next(), lines.next()].map(({ value }) => value as string);
    expect(bodiesIn(first)).toEqual(downFrom(900).slice(0, 199));
    // All of the next lines, and one of another.
    store.writing.exec(`DELETE FROM log_records WHERE time_ns BETWEEN ${tick(200).time} AND ${tick(650).time}
      OR time_ns = ${tick(700).time}`);
    store.keepLogs('p', { ...tick(1000), body: 'line 1000', traceId });
    const left = downFrom(900)
      .slice(650)
      .filter((line) => line !== 200);
    expect(bodiesIn([...lines])).toEqual([...left, 1000]);
  });
});
