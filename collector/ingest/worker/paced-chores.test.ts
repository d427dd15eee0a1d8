import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openForWriting, type WritableDatabase } from '../../store/database.ts';
import { FreePages } from '../../store/deleting/free-pages.ts';
import { Retention } from '../../store/deleting/retention.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import { Writer } from '../../store/writer.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { Chores } from './chores.ts';
import { taskOf } from './tasks.ts';

/* By a clock that only these tests move. */
let database: WritableDatabase;
let writer: Writer;
let movedOfLongLog: number | null;
let chores: Chores;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  database = openForWriting(testFolder(), 'normal');
  writer = new Writer(database);
  movedOfLongLog = null;
  chores = begin();
});
afterEach(() => {
  vi.useRealTimers();
  writer.close();
});

function begin(): Chores {
  const parts = { finder: new TraceFinder(database), retention: new Retention(database) };
  return new Chores({
    writer,
    pages: new FreePages(database),
    movedOfLongLog: () => movedOfLongLog,
    makeRoom: () => false,
    taskOf: (command) => taskOf(command, parts),
    onDeleted: () => {},
    onDone: () => {},
    onCleared: () => {},
    onFailure: (failure) => expect.fail(failure.message),
  });
}

/** As many traces of one span each. */
const write = (traces: number): unknown =>
  writer.write((append) => {
    for (let n = 1; n <= traces; n++) append('p', rowOf({ traceId: traceIdOf(n), spanId: spanIdOf(n) }));
  });

function retain(maxSpans: number): void {
  chores.add(1, { type: 'retain', policy: { days: null, maxSpans, maxBytes: null }, nowMs: 0 });
  while (chores.isBusy) chores.step();
}

const freePages = (): unknown => database.pragma('freelist_count', { simple: true });

test('the longer it takes to write what a step has gathered, the less the next ones take on', () => {
  let commitMs = 1;
  let doomed = 0;
  let most = 0;
  const run = writer.delete.bind(writer);
  writer.delete = (work) => {
    doomed = 0;
    const done = run((deletion) => {
      const doom = deletion.doom.bind(deletion);
      deletion.doom = (id) => {
        vi.advanceTimersByTime(1);
        doomed++;
        return doom(id);
      };
      try {
        return work(deletion);
      } finally {
        deletion.doom = doom;
      }
    });
    most = Math.max(most, doomed);
    vi.advanceTimersByTime(commitMs);
    return done;
  };
  write(200);
  retain(150);
  const quick = most;
  commitMs = 40;
  retain(100);
  most = 0;
  retain(0);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(quick / 2);
});

test('free pages are given back as long as a step may take, not so many at a time', () => {
  database.exec('CREATE TABLE past AS SELECT randomblob(2000000) AS bytes; DROP TABLE past');
  chores = begin();
  chores.finishBegun();
  expect(freePages()).toBeGreaterThan(256);
  chores.step();
  expect(freePages()).toBe(0);
});

describe('while the log grows faster than it is moved they wait', () => {
  beforeEach(() => {
    movedOfLongLog = 100;
    chores.waitMs();
  });

  test('until it has been moved, and again when it grows long again', () => {
    expect(chores.waitMs()).toBeGreaterThan(0);
    movedOfLongLog = null;
    expect(chores.waitMs()).toBe(0);
    movedOfLongLog = 100;
    expect(chores.waitMs()).toBeGreaterThan(0);
  });

  test('as long as more and more of it is moved', () => {
    for (let looks = 0; looks < 10; looks++) {
      vi.advanceTimersByTime(100);
      movedOfLongLog!++;
      expect(chores.waitMs()).toBeGreaterThan(0);
    }
  });

  test('but not for a reader of an old state, which keeps it where it is', () => {
    vi.advanceTimersByTime(200);
    expect(chores.waitMs()).toBeGreaterThan(0);
    vi.advanceTimersByTime(100);
    expect(chores.waitMs()).toBe(0);
    expect(chores.waitMs()).toBe(0);
    // It has ended.
    movedOfLongLog!++;
    expect(chores.waitMs()).toBeGreaterThan(0);
  });

  test('and not where there is nothing to do', () => {
    while (chores.isBusy) chores.step();
    expect(chores.waitMs()).toBeNull();
  });
});
