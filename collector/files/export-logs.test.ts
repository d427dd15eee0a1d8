import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { ExportLogsServiceRequest } from '../decode/protocol.ts';
import { Reader } from '../query/reader.ts';
import { OpenStore } from '../testing/open-store.ts';
import { LOG_TIME, type LogSpec } from '../testing/otlp-logs.ts';
import { traceIdOf } from '../testing/otlp.ts';
import { exportOtlp } from './export-otlp.ts';

let store: OpenStore;
beforeEach(() => {
  store = new OpenStore();
});
afterEach(() => store.close());

function exported(project: string): string[] {
  const reader = new Reader(store.reading);
  return [...exportOtlp(reader, reader.project(project), {}, (what) => expect.unreachable(what))];
}
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
