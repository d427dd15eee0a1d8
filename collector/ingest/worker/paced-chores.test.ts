import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openForWriting, type WritableDatabase } from '../../store/file/database.ts';
import { FreePages } from '../../store/deleting/free-pages.ts';
import { Writer } from '../../store/writing/writer.ts';
import { choresOf } from '../../testing/chores-of.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { rowOf } from '../../testing/span-sketches.ts';
import { testFolder } from '../../testing/test-folder.ts';
import type { Chores } from './chores.ts';

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
  return choresOf(database, writer, {
    movedOfLongLog: () => movedOfLongLog,
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

describe('a step', () => {
  let commitMs: number;
  let commitMsAPiece: number;
  let pieces: number;
  /** How many pieces of work one transaction has done. */
  let most: number;

  beforeEach(() => {
    commitMs = 1;
    commitMsAPiece = 0;
    const run = writer.delete.bind(writer);
    writer.delete = (work) => {
      pieces = 0;
      const done = run((deletion) => {
        const [doom, sweep] = [deletion.doom.bind(deletion), deletion.sweep.bind(deletion)];
        deletion.doom = (id) => takeTime(() => doom(id));
        deletion.sweep = () => takeTime(sweep);
        try {
          return work(deletion);
        } finally {
          Object.assign(deletion, { doom, sweep });
        }
      });
      vi.advanceTimersByTime(commitMs + pieces * commitMsAPiece);
      most = Math.max(most, pieces);
      return done;
    };
    write(300);
  });

  function takeTime<T>(piece: () => T): T {
    vi.advanceTimersByTime(1);
    pieces++;
    return piece();
  }

  function mostWhenKept(spans: number): number {
    most = 0;
    retain(spans);
    return most;
  }

  test('takes on the less, the longer it takes to write what it has gathered', () => {
    const quick = mostWhenKept(250);
    commitMsAPiece = 4;
    mostWhenKept(150);
    const slow = mostWhenKept(0);
    expect(slow).toBeGreaterThan(0);
    expect(slow).toBeLessThan(quick / 2);
  });

  test('takes on no less where any commit waits for the disk', () => {
    const quick = mostWhenKept(250);
    chores = begin();
    commitMs = 30;
    mostWhenKept(150);
    expect(mostWhenKept(0)).toBeGreaterThanOrEqual(quick);
  });
});

test('free pages are given back as long as a step may take, not so many at a time', () => {
  database.exec('CREATE TABLE past AS SELECT randomblob(4000000) AS bytes; DROP TABLE past');
  chores = begin();
  chores.finishBegun();
  expect(freePages()).toBeGreaterThan(256);
  chores.step();
  expect(freePages()).toBe(0);
});

describe('free pages are given back in pieces', () => {
  /** The sizes of the first, where a commit takes 30 ms, and each page so long. */
  function pieces(pageMs: number): number[] {
    database.exec('CREATE TABLE past AS SELECT randomblob(12000000) AS bytes; DROP TABLE past');
    const sizes: number[] = [];
    const pragma = database.pragma.bind(database);
    vi.spyOn(database, 'pragma').mockImplementation((source, options) => {
      const size = Number(/^incremental_vacuum\((\d+)\)$/.exec(source)?.[1] ?? 0);
      if (size > 0) {
        sizes.push(size);
        vi.advanceTimersByTime(30 + size * pageMs);
      }
      return pragma(source, options);
    });
    const pages = new FreePages(database);
    while (pages.giveBackSome());
    expect(freePages()).toBe(0);
    return sizes.slice(0, 6);
  }

  test('that grow where a commit takes long whatever is in it', () => {
    expect(pieces(0)).toEqual([32, 64, 128, 256, 256, 256]);
  });

  test('that stay small where it takes the longer the more there is', () => {
    expect(pieces(1)).toEqual([32, 64, 32, 32, 32, 32]);
  });
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
