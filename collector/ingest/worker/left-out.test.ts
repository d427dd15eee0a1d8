import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openForWriting, type WritableDatabase } from '../../store/file/database.ts';
import { Writer } from '../../store/writing/writer.ts';
import { choresOf } from '../../testing/chores-of.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { testFolder } from '../../testing/test-folder.ts';
import type { Command } from '../jobs.ts';
import type { Chores } from './chores.ts';

/** But for spans 2. */
const failingBy = (call: string): string =>
  `CREATE TRIGGER poison BEFORE DELETE ON spans WHEN OLD.span_id <> '${spanIdOf(2)}' BEGIN SELECT ${call}; END`;
const NEVER_SWEPT = failingBy("RAISE(ABORT, 'no')");
const MANY = 1010;

let database: WritableDatabase;
let writer: Writer;
let chores: Chores;
let log: string[];

/** As the next process does. */
function begin(): void {
  writer = new Writer(database);
  chores = choresOf(database, writer, {
    onDone: ({ id }, failure) => log.push(`${id}: ${failure?.message ?? 'done'}`),
    onFailure: () => {},
  });
}

/* By a clock that stands still: every step does all that it may. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  database = openForWriting(testFolder(), 'normal');
  log = [];
  begin();
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

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

const NO_ROOM = 'otel.retention.max_bytes is not kept: deleting gives no room';

test('bounds of size delete some of what is stored, then one trace a run, as long as that gives no room', () => {
  write(1, ...numbers(1, 300));
  database.exec(NEVER_SWEPT);
  // Two times as many as are doomed at once.
  expect([run(keep(null, 1)), count('traces')]).toEqual([`0: ${NO_ROOM}`, 300 - 128]);
  expect([run(keep(null, 1)), count('traces')]).toEqual([`1: ${NO_ROOM}`, 300 - 129]);
  expect([run(keep(null, 1)), count('traces')]).toEqual([`2: ${NO_ROOM}`, 300 - 130]);

  database.exec('DROP TRIGGER poison');
  expect([run(keep(null, 1)), count('traces')]).toEqual(['3: done', 0]);
});

test('what could not be swept in any process keeps no bound of size from being kept', () => {
  write(1, ...numbers(1, 300));
  database.exec(NEVER_SWEPT);
  run(keep(0, null));
  write(2, ...numbers(301, 100));
  begin();
  expect(run(keep(null, 1))).toBe('1: done');
  expect([count('traces'), count('doomed_traces')]).toEqual([0, 300]);
});

test('nor does it say that what is stored can not be swept', () => {
  write(1, ...numbers(1, 300));
  database.exec(NEVER_SWEPT);
  run(keep(0, null));
  write(1, ...numbers(301, 100));
  write(2, ...numbers(401, 100));
  begin();
  // The first of them fails as those did.
  expect(run(keep(null, 1))).toMatch(/^1: what a deleted trace held stays /);
  expect(count('traces')).toBe(0);
});

test.for(['SQLITE_IOERR_WRITE', 'SQLITE_NOMEM'])('%s is no fault of a trace', (code) => {
  write(1, ...numbers(1, 300));
  database.function('fail', () => {
    throw Object.assign(new Error('passing'), { code });
  });
  database.exec(failingBy('fail()'));
  expect(run(keep(0, null))).toBe('0: passing');
  database.exec('DROP TRIGGER poison');
  expect(run(keep(0, null))).toBe('1: done');
  expect([count('traces'), count('doomed_traces'), count('spans')]).toEqual([0, 0, 0]);
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
