import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openForWriting, type WritableDatabase } from '../../store/file/database.ts';
import { PAGE_BYTES } from '../../store/file/page-size.ts';
import { Writer } from '../../store/writing/writer.ts';
import { choresOf } from '../../testing/chores-of.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { slowDeletes } from '../../testing/slow-deletes.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import type { Chores } from './chores.ts';
import type { Command } from '../jobs.ts';
import { testFolder } from '../../testing/test-folder.ts';

let directory: string;
let database: WritableDatabase;
let writer: Writer;
let chores: Chores;
let log: string[];
let cleared: number;

function makeChores(): Chores {
  return choresOf(database, writer, {
    onDeleted: (deleted) =>
      log.push(...deleted.map((one) => `deleted ${one.trace_id ?? one.session_id ?? one.project_id}`)),
    onDone: ({ id, ok, found }, failure) =>
      log.push(failure ? `failed ${id}: ${failure.message}` : `done ${id} ${ok && found > 0}`),
    onCleared: () => cleared++,
    onFailure: (failure) => log.push(`failure ${failure.message}`),
  });
}

beforeEach(() => {
  directory = testFolder();
  database = openForWriting(directory, 'normal');
  writer = new Writer(database);
  log = [];
  cleared = 0;
  chores = makeChores();
});
afterEach(() => {
  writer.close();
});

function write(trace: number, spans: number, project = 'p'): void {
  writer.write((append) => {
    for (let i = 1; i <= spans; i++)
      append(project, rowOf({ traceId: traceIdOf(trace), spanId: spanIdOf(i), start: trace, end: trace }));
  });
}
const count = (table: string): unknown => database.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
const freePages = (): unknown => database.pragma('freelist_count', { simple: true });
const leavePages = (pages: number): unknown =>
  database.exec(`CREATE TABLE past AS SELECT randomblob(${pages * PAGE_BYTES}) AS bytes; DROP TABLE past;`);
const deleteTrace = (trace: number): Command => ({
  type: 'delete-trace',
  projectId: 'p',
  traceId: traceIdOf(trace),
});
const retain = (maxSpans: number): Command => ({
  type: 'retain',
  policy: { days: null, maxSpans, maxBytes: null },
  nowMs: 0,
});
/** Steps until nothing is to do; `between` runs after each. Answers how many there were. */
function finish(between: () => void = () => {}): number {
  let steps = 0;
  for (; chores.isBusy; steps++) {
    chores.step();
    between();
  }
  return steps;
}

test('a deletion of much is many transactions; what is written between them stays', () => {
  write(1, 400);
  slowDeletes(database);
  chores.add(1, deleteTrace(1));
  let written = 0;
  const steps = finish(() => {
    if (!log.includes('done 1 true')) write(2, ++written);
  });
  expect(written).toBeGreaterThan(1);
  expect(steps).toBeGreaterThan(written);
  expect(log).toEqual([`deleted ${traceIdOf(1)}`, 'done 1 true']);
  expect([count('traces'), count('spans')]).toEqual([1, written]);
});

describe('what can wait lets others go first', () => {
  test('those that came after it', () => {
    for (const trace of [1, 2, 3]) write(trace, 3);
    chores.add(1, retain(0));
    chores.add(2, deleteTrace(3));
    chores.add(3, deleteTrace(2));
    finish();
    expect(log.filter((line) => line.startsWith('done'))).toEqual([
      'done 2 true',
      'done 3 true',
      'done 1 true',
    ]);
    expect(log.filter((line) => line.startsWith('deleted'))).toEqual(
      [3, 2, 1].map((n) => `deleted ${traceIdOf(n)}`),
    );
  });

  test('also when it has begun', () => {
    write(1, 400);
    write(2, 3);
    slowDeletes(database);
    chores.add(1, retain(3));
    chores.finishBegun();
    chores.step();
    expect(log).toEqual([`deleted ${traceIdOf(1)}`]);
    chores.add(2, deleteTrace(2));
    finish();
    expect(log.slice(1)).toEqual([`deleted ${traceIdOf(2)}`, 'done 2 true', 'done 1 true']);
    expect(count('spans')).toBe(0);
  });
});

test('a command that fails is answered so, and the next one is done', () => {
  for (const trace of [1, 2]) write(trace, 3);
  database.exec(
    `CREATE TRIGGER poison BEFORE DELETE ON traces WHEN OLD.start_ns = 1000000 BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  chores.add(1, deleteTrace(1));
  chores.add(2, deleteTrace(2));
  finish();
  expect(log).toEqual(['failed 1: no', `deleted ${traceIdOf(2)}`, 'done 2 true']);
  expect([count('traces'), count('spans'), count('doomed_traces')]).toEqual([1, 3, 0]);
});

describe('a trace whose rows can not be taken away', () => {
  const NO = 'what a deleted trace held stays in the file until the next start: ';
  const failures = (): string[] => log.filter((line) => line.startsWith(`failure ${NO}`));
  const doomed = (): unknown[] => database.prepare('SELECT trace_id FROM doomed_traces').pluck().all();

  beforeEach(() => {
    // Traces that share a chunk with it, and one that does not.
    writer.write((append) => {
      for (const trace of [2, 1, 3])
        append('p', rowOf({ traceId: traceIdOf(trace), spanId: spanIdOf(trace), start: trace, end: trace }));
    });
    write(4, 200);
    database.exec(
      `CREATE TRIGGER poison BEFORE DELETE ON spans WHEN OLD.start_ns = 1000000 BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
  });

  test('fails its own deletion and no other', () => {
    chores.add(1, deleteTrace(1));
    for (const trace of [2, 3, 4]) chores.add(trace, deleteTrace(trace));
    finish();
    expect(log.filter((line) => /^(?:failed|done)/.test(line))).toEqual([
      expect.stringMatching(`^failed 1: ${NO}.*no$`),
      'done 2 true',
      'done 3 true',
      'done 4 true',
    ]);
    expect(failures()).toHaveLength(1);
    expect([count('traces'), count('spans'), doomed()]).toEqual([0, 1, [traceIdOf(1)]]);
  });

  test('does not keep retention from the others, once and again', () => {
    chores.add(1, retain(0));
    finish();
    expect([count('traces'), count('spans'), doomed()]).toEqual([0, 1, [traceIdOf(1)]]);
    write(5, 3);
    chores.add(2, retain(0));
    finish();
    expect(log.at(-1)).toBe('done 2 true');
    expect(failures()).toHaveLength(1);
    expect([count('traces'), count('spans'), doomed()]).toEqual([0, 1, [traceIdOf(1)]]);
  });

  test('that another process had doomed does not fail the command of this one', () => {
    for (const trace of [1, 2, 3]) writer.delete((deletion) => deletion.doom(trace));
    writer = new Writer(database);
    chores = makeChores();
    chores.add(1, deleteTrace(4));
    finish();
    expect(log.filter((line) => line.startsWith('done'))).toEqual(['done 1 true']);
    expect(failures()).toHaveLength(1);
    expect([count('traces'), count('spans'), doomed()]).toEqual([0, 1, [traceIdOf(1)]]);
  });

  test('is tried again by the next process', () => {
    chores.add(1, deleteTrace(1));
    finish();
    database.exec('DROP TRIGGER poison');
    writer = new Writer(database);
    chores = makeChores();
    chores.finishBegun();
    expect([count('traces'), count('spans'), doomed()]).toEqual([3, 202, []]);
  });
});

test.for([
  { why: 'readonly', begin: 'PRAGMA query_only = 1', end: 'PRAGMA query_only = 0' },
  {
    why: 'full',
    begin: `CREATE TRIGGER fill BEFORE DELETE ON spans BEGIN UPDATE chunks SET data = zeroblob(9999999); END; PRAGMA max_page_count = 1`,
    end: 'DROP TRIGGER fill; PRAGMA max_page_count = 1000000',
  },
])('where nothing can be written no trace is to blame: the database is $why', ({ why, begin, end }) => {
  for (const trace of [1, 2, 3]) write(trace, 3);
  writer.delete((deletion) => [1, 2].map((trace) => deletion.doom(trace)));
  database.exec(begin);
  finish();
  expect(log).toEqual([expect.stringMatching(`^failure .*${why}`)]);
  database.exec(end);
  chores.add(1, deleteTrace(3));
  finish();
  expect(log.at(-1)).toBe('done 1 true');
  expect([count('traces'), count('spans'), count('doomed_traces')]).toEqual([0, 0, 0]);
});

test('what a command that failed had begun is ended although no other comes', () => {
  write(1, 400);
  slowDeletes(database);
  chores.finishBegun();
  chores.add(1, deleteTrace(1));
  chores.step();
  database.pragma('query_only = 1');
  chores.step();
  database.pragma('query_only = 0');
  expect(log).toEqual([`deleted ${traceIdOf(1)}`, expect.stringMatching('^failed 1: .*readonly')]);
  finish();
  expect([count('spans'), count('doomed_traces')]).toEqual([0, 0]);
});

test('what a process that died had begun is ended by the next one', () => {
  write(1, 500);
  write(2, 3);
  writer.delete((deletion) => deletion.doom(1));
  writer = new Writer(database);
  chores = makeChores();
  expect(chores.isBusy).toBe(true);
  finish();
  expect(log).toEqual([]);
  expect([count('traces'), count('spans'), count('doomed_traces')]).toEqual([1, 3, 0]);
  expect(freePages()).toBe(0);
});

test('and before that one is ready', () => {
  for (const trace of [1, 2, 3, 4, 5]) write(trace, 10);
  slowDeletes(database);
  writer.delete((deletion) => [1, 2, 3, 4, 5].map((trace) => deletion.doom(trace)));
  makeChores().finishBegun();
  expect([count('spans'), count('doomed_traces')]).toEqual([0, 0]);
});

test('a start that has nothing to end leaves the file as it is: the first exporter would wait', () => {
  write(1, 2000);
  leavePages(5);
  const left = freePages();
  chores = makeChores();
  chores.finishBegun();
  expect(chores.isBusy).toBe(false);
  expect(left).toBeGreaterThan(0);
  expect([freePages(), cleared]).toEqual([left, 0]);
});

test('a start goes on giving back what a process that died had not ended', () => {
  write(1, 500);
  leavePages(500);
  chores = makeChores();
  finish();
  expect(freePages()).toBe(0);
});

test('free pages are given back when all is done, those that others have freed too', () => {
  write(1, 4000);
  const pages = (): number => database.pragma('page_count', { simple: true }) as number;
  const before = pages();
  chores.add(1, deleteTrace(1));
  finish();
  expect(pages()).toBeLessThan(before / 2);
  expect([freePages(), cleared]).toEqual([0, 1]);
  leavePages(1000);
  chores.pagesFreed();
  finish();
  expect([freePages(), cleared]).toEqual([0, 2]);
});

test('free pages that can not be given back are told once and left', () => {
  leavePages(500);
  chores = makeChores();
  chores.finishBegun();
  database.pragma('query_only = 1');
  chores.step();
  expect([chores.isBusy, log.length, cleared]).toEqual([false, 1, 0]);
});
