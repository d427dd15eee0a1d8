import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
let isLogTooLong: boolean;
let chores: Chores;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  database = openForWriting(testFolder(), 'normal');
  writer = new Writer(database);
  isLogTooLong = false;
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
    isLogTooLong: () => isLogTooLong,
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

test('while the log grows faster than it is moved they wait, though not for ever', () => {
  expect(chores.waitMs()).toBe(0);
  isLogTooLong = true;
  expect(chores.waitMs()).toBeGreaterThan(0);
  vi.advanceTimersByTime(100);
  expect(chores.waitMs()).toBeGreaterThan(0);
  // Somebody reads an old state: until the log has been moved once no further wait would help.
  vi.advanceTimersByTime(200);
  expect(chores.waitMs()).toBe(0);
  isLogTooLong = false;
  expect(chores.waitMs()).toBe(0);
  isLogTooLong = true;
  expect(chores.waitMs()).toBeGreaterThan(0);
  while (chores.isBusy) chores.step();
  expect(chores.waitMs()).toBeNull();
});
