import { afterEach, beforeEach, expect, test } from 'vitest';
import { Retention } from '../../store/deleting/retention.ts';
import type { Writer } from '../../store/writing/writer.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { runAlone } from '../../testing/run-command.ts';
import { manySaying, saying, SearchStore } from '../../testing/search-store.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import type { Command } from '../jobs.ts';
import { Erasing } from './erasing.ts';
import { taskOf } from './tasks.ts';

let store: SearchStore;
let now: number;
let erased: number;
let failures: string[];
beforeEach(() => {
  store = new SearchStore();
  now = 1000;
  erased = 0;
  failures = [];
});
afterEach(() => store.close());

const erasingBy = (writer: Pick<Writer, 'mergeWords' | 'isErasing'>): Erasing =>
  new Erasing({
    writer,
    onErased: () => erased++,
    onFailure: ({ message }) => failures.push(message),
    // Each look at the clock is a step of it: a piece of merging takes one.
    now: () => (now += 10),
  });
/** Until nothing more is due, however long it rests between. Answers the number of steps. */
function finish(erasing: Erasing): number {
  let steps = 0;
  for (let waitMs = erasing.waitMs(); waitMs !== null; waitMs = erasing.waitMs(), steps++) {
    now += waitMs;
    erasing.step();
  }
  return steps;
}

const deleteTrace = (trace: number): unknown =>
  runAlone(store.writing, store.writer, { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(trace) });

/** What is to take the words of three spans beside those of 300 others out of the file. */
function eraseFew(): Erasing {
  store.keepFound(...manySaying(1, 1, 300, 'alpha'));
  store.keepFound(...manySaying(2, 301, 3, 'secret'));
  deleteTrace(2);
  const erasing = erasingBy(store.writer);
  erasing.look();
  return erasing;
}

test('nothing is due where nobody has deleted anything', () => {
  store.keepFound(...manySaying(1, 1, 20, 'alpha'));
  const erasing = erasingBy(store.writer);
  erasing.look();
  expect(erasing.waitMs()).toBeNull();
});

test('a hundredth of all words leaves the file when it is deleted, in steps; the others are found', () => {
  store.keepFound(...manySaying(1, 1, 300, 'alpha'));
  store.keepFound(...manySaying(2, 301, 3, 'secret'));
  store.keepFound(...manySaying(3, 304, 300, 'gamma'));
  deleteTrace(2);
  expect(store.isInIndex('secret')).toBe(true);
  const erasing = erasingBy(store.writer);
  erasing.look();
  expect(finish(erasing)).toBeGreaterThan(1);
  expect(store.isInIndex('secret')).toBe(false);
  expect(erased).toBe(1);
  expect(store.search('spans', 'alphax7x0')).toEqual([spanIdOf(8)]);
  expect(store.search('spans', 'gammax7x0')).toEqual([spanIdOf(311)]);
  erasing.look();
  expect(erasing.waitMs()).toBeNull();
});

test('also where all words are in one segment, and where nothing else is left', () => {
  store.keepFound(...manySaying(1, 1, 40, 'alpha'), ...manySaying(2, 41, 1, 'secret'));
  const erasing = erasingBy(store.writer);
  for (const [trace, word] of [
    [2, 'secret'],
    [1, 'alpha'],
  ] as const) {
    deleteTrace(trace);
    erasing.look();
    finish(erasing);
    expect(store.isInIndex(word)).toBe(false);
  }
});

test('what was begun is ended by the next process, and so is what is still to begin', () => {
  const erasing = eraseFew();
  erasing.step();
  expect(store.isInIndex('secret')).toBe(true);
  store.restart();
  const next = erasingBy(store.writer);
  next.look();
  finish(next);
  expect(store.isInIndex('secret')).toBe(false);
});

test('what is deleted meanwhile is taken out as well, though spans come all the time', () => {
  store.keepFound(...manySaying(1, 1, 300, 'alpha'));
  store.keepFound(...manySaying(2, 301, 3, 'secret'), ...manySaying(3, 304, 3, 'hidden'));
  deleteTrace(2);
  const erasing = erasingBy(store.writer);
  erasing.look();
  let n = 400;
  for (let waitMs = erasing.waitMs(); waitMs !== null; waitMs = erasing.waitMs(), n++) {
    now += waitMs;
    erasing.step();
    store.keepFound(saying(10, n, `later${n}`));
    if (n === 401) deleteTrace(3);
    expect(n).toBeLessThan(1000);
  }
  expect(n).toBeGreaterThan(402);
  expect(store.isInIndex('secret') || store.isInIndex('hidden')).toBe(false);
  expect(store.search('spans', 'later400')).toEqual([spanIdOf(400)]);
});

test('the next round waits twenty times as long as the last one took', () => {
  store.keepFound(
    ...manySaying(1, 1, 30, 'alpha'),
    ...manySaying(2, 31, 1, 'secret'),
    ...manySaying(3, 32, 1, 'hidden'),
  );
  const erasing = erasingBy(store.writer);
  deleteTrace(2);
  erasing.look();
  const began = now;
  finish(erasing);
  const took = now - began;
  deleteTrace(3);
  erasing.look();
  expect(erasing.waitMs()).toBeGreaterThan(0);
  expect(erasing.waitMs()).toBeLessThan(20 * took);
  finish(erasing);
  expect(store.isInIndex('hidden')).toBe(false);
});

test('where a round leaves some, another one follows, and only then it is forgotten that there was something', () => {
  const left = ['some', 'some', 'none'];
  const calls: string[] = [];
  let pieces = 0;
  const words = {
    gather: () => (pieces = 2) > 0,
    merge: () => --pieces > 0,
    get areGone() {
      const [some] = left.splice(0, 1);
      calls.push(`${some} left`);
      return some === 'none';
    },
    erased: () => void calls.push('forgotten'),
  } as unknown as Parameters<Parameters<Writer['mergeWords']>[0]>[0];
  const erasing = erasingBy({ isErasing: true, mergeWords: (work) => work(words) });
  erasing.look();
  finish(erasing);
  expect(calls).toEqual(['some left', 'some left', 'none left', 'forgotten']);
  expect(erased).toBe(1);
});

test('what fails is told, and tried again after ten minutes', () => {
  store.keepFound(...manySaying(1, 1, 30, 'alpha'), ...manySaying(2, 31, 1, 'secret'));
  deleteTrace(2);
  let isFull = true;
  const erasing = erasingBy({
    get isErasing() {
      return store.writer.isErasing;
    },
    mergeWords: (work) => {
      if (isFull) throw new Error('the disk is full');
      return store.writer.mergeWords(work);
    },
  });
  erasing.look();
  erasing.step();
  expect(failures).toEqual(['the disk is full']);
  expect(erasing.waitMs()).toBeGreaterThan(599_000);
  isFull = false;
  finish(erasing);
  expect(store.isInIndex('secret')).toBe(false);
});

test('what is past its days leaves the file once a day', () => {
  const DAY_MS = 86_400_000;
  const retention = new Retention(store.writing);
  const retaining = (nowMs: number): Command => ({
    type: 'retain',
    policy: { days: 1, maxSpans: null, maxBytes: null },
    nowMs,
  });
  const retain = (nowMs: number): unknown =>
    runAlone(store.writing, store.writer, retaining(nowMs), retention);
  // FTS5 leaves out what a word shares with the one before.
  const WORDS = ['qfirst', 'ysecond', 'zthird'];
  const erasing = erasingBy(store.writer);
  const isDue = (): boolean => {
    erasing.look();
    return erasing.waitMs() !== null;
  };
  store.keepFound(...manySaying(1, 1, 300, 'kept').map((one) => ({ ...one, start: 3 * DAY_MS })));
  for (const [trace, word] of WORDS.entries())
    store.keepFound({ ...saying(trace + 2, 301 + trace, word), start: (trace * DAY_MS) / 2 });
  const inIndex = (): boolean[] => WORDS.map((word) => store.isInIndex(word));
  expect(inIndex()).toEqual([true, true, true]);
  // What a full disk has taken back comes with the next check, not a day later.
  const task = taskOf(retaining(DAY_MS * 1.25), { finder: new TraceFinder(store.writing), retention });
  const fail = (): unknown =>
    store.writer.delete((deletion) => {
      task.doomSome(deletion);
      throw new Error('the disk is full');
    });
  expect(fail).toThrow('the disk is full');
  expect(isDue()).toBe(false);
  retain(DAY_MS * 1.25);
  expect(isDue()).toBe(true);
  finish(erasing);
  expect(inIndex()).toEqual([false, true, true]);
  retain(DAY_MS * 1.75);
  expect(isDue()).toBe(false);
  retain(DAY_MS * 2.25);
  expect(isDue()).toBe(true);
  finish(erasing);
  expect(inIndex()).toEqual([false, false, false]);
  expect(store.search('spans', 'keptx7x0')).toEqual([spanIdOf(8)]);
});
