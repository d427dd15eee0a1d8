import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForWriting, type WritableDatabase } from '../../store/database.ts';
import { FreePages } from '../../store/deleting/free-pages.ts';
import { Retention } from '../../store/deleting/retention.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import { Writer } from '../../store/writer.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { testFolder } from '../../testing/test-folder.ts';
import type { Command } from '../jobs.ts';
import { Chores } from './chores.ts';
import { taskOf } from './tasks.ts';

const NEVER_SWEPT = `CREATE TRIGGER poison BEFORE DELETE ON spans WHEN OLD.span_id <> '${spanIdOf(2)}' BEGIN SELECT RAISE(ABORT, 'no'); END`;
const MANY = 1010;

let database: WritableDatabase;
let writer: Writer;
let chores: Chores;
let log: string[];

/** As the next process does. */
function begin(): void {
  writer = new Writer(database);
  const parts = { finder: new TraceFinder(database), retention: new Retention(database) };
  chores = new Chores({
    writer,
    pages: new FreePages(database),
    isLogTooLong: () => false,
    makeRoom: () => false,
    taskOf: (command) => taskOf(command, parts),
    onDeleted: () => {},
    onDone: ({ id }, failure) => log.push(`${id}: ${failure?.message ?? 'done'}`),
    onCleared: () => {},
    onFailure: () => {},
  });
}

beforeEach(() => {
  database = openForWriting(testFolder(), 'normal');
  log = [];
  begin();
});
afterEach(() => void database.close());

/** Traces of this one span, which ends at their number. */
function write(span: number, ...traces: readonly number[]): void {
  writer.write((append) => {
    for (const n of traces)
      append('p', rowOf({ traceId: traceIdOf(n), spanId: spanIdOf(span), start: n, end: n }));
  });
}
const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
const count = (table: string): unknown => database.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
const deleteTrace = (trace: number): Command => ({
  type: 'delete-trace',
  projectId: 'p',
  traceId: traceIdOf(trace),
});
const keep = (maxSpans: number | null, maxBytes: number | null): Command => ({
  type: 'retain',
  policy: { days: null, maxSpans, maxBytes },
  nowMs: 0,
});

/** Runs it to its end, and answers how that was. */
function run(command: Command): string | undefined {
  chores.add(log.length, command);
  while (chores.isBusy) chores.step();
  return log.at(-1);
}

test('however many deleted traces can not be swept, others are, and the next process tries again', () => {
  write(1, ...numbers(1, MANY));
  write(2, MANY + 1, MANY + 2, MANY + 3);
  database.exec(NEVER_SWEPT);
  expect(run(keep(3, null))).toMatch(/^0: what a deleted trace held stays .*no$/);
  expect([count('traces'), count('doomed_traces'), count('spans')]).toEqual([3, MANY, MANY + 3]);

  expect(run(deleteTrace(MANY + 2))).toBe('1: done');
  expect(run(keep(1, null))).toBe('2: done');
  expect([count('traces'), count('doomed_traces'), count('spans')]).toEqual([1, MANY, MANY + 1]);

  begin();
  expect(run(deleteTrace(MANY + 3))).toBe('3: done');
  expect([count('traces'), count('doomed_traces'), count('spans')]).toEqual([0, MANY, MANY]);

  database.exec('DROP TRIGGER poison');
  begin();
  while (chores.isBusy) chores.step();
  expect([count('doomed_traces'), count('spans'), count('chunks')]).toEqual([0, 0, 0]);
});

test('bounds of size delete no more than some of what is stored where that gives no room', () => {
  write(1, ...numbers(1, 300));
  database.exec(NEVER_SWEPT);
  for (let i = 0; i < 3; i++) run(keep(null, 1));
  expect(log.at(-1)).toBe('2: otel.retention.max_bytes is not kept: deleting gives no room');
  expect(count('traces')).toBeGreaterThan(100);

  // Another trace leaves the file: it may be worth while again.
  write(2, 400);
  expect(run(deleteTrace(400))).toBe('3: done');
  database.exec('DROP TRIGGER poison');
  expect(run(keep(null, 1))).toBe('4: done');
  expect(count('traces')).toBe(0);
});

test.for([
  { what: 'doomed', isDoomed: false },
  { what: 'swept', isDoomed: true },
])('a trace that was $what in a transaction that failed is swept by a later one', ({ isDoomed }) => {
  write(1, 1);
  if (isDoomed) writer.delete((deletion) => deletion.doom(1));
  const failing = (): unknown =>
    writer.delete((deletion) => {
      if (!isDoomed) deletion.doom(1);
      while (deletion.sweep());
      throw new Error('full');
    });
  expect(failing).toThrow('full');
  expect([count('traces'), count('spans')]).toEqual([isDoomed ? 0 : 1, 1]);
  writer.delete((deletion) => {
    while (deletion.sweep());
    if (!isDoomed) deletion.doom(1);
  });
  while (writer.delete((deletion) => deletion.sweep()));
  expect([count('traces'), count('doomed_traces'), count('spans')]).toEqual([0, 0, 0]);
});
