import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Writer } from '../../store/writing/writer.ts';
import { choresOf } from '../../testing/chores-of.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { manySaying, saying, SearchStore } from '../../testing/search-store.ts';
import { Merging, type MergingOptions } from './merging.ts';

let now: number;
let failures: string[];
beforeEach(() => {
  now = 1000;
  failures = [];
});

const mergingBy = (writer: Pick<Writer, 'mergeWords'>, more: Partial<MergingOptions> = {}): Merging =>
  new Merging({
    writer,
    isDoneByOthers: () => false,
    onRoom: () => {},
    onFailure: ({ message }) => failures.push(message),
    now: () => now,
    ...more,
  });
function finish(merging: Merging): void {
  while (merging.waitMs() !== null) merging.step();
}

describe('in a database', () => {
  let store: SearchStore;
  beforeEach(() => (store = new SearchStore()));
  afterEach(() => store.close());

  const segments = (): number => Number(store.one('SELECT COUNT(DISTINCT segid) FROM search_idx'));

  test('segments are merged from eight of one level on, and not as words come', () => {
    const merging = mergingBy(store.writer);
    for (let n = 1; n < 8; n++) store.keepFound(saying(n, n, `word${n}`));
    merging.look();
    finish(merging);
    expect(segments()).toBe(7);
    for (let n = 8; n <= 20; n++) store.keepFound(saying(n, n, `word${n}`));
    expect(segments()).toBe(20);
    merging.look();
    finish(merging);
    expect(segments()).toBe(1);
    expect(store.search('spans', 'word3')).toEqual([spanIdOf(3)]);
  });

  test('what a deletion leaves to merge gives its pages back, and only once', () => {
    store.keepFound(...manySaying(1, 1, 300, 'alpha'));
    store.keepFound(...manySaying(2, 301, 300, 'beta'));
    let cleared = 0;
    const merging = mergingBy(store.writer, { onRoom: () => chores.pagesFreed() });
    const chores = choresOf(store.writing, store.writer, {
      onCleared: () => {
        cleared++;
        merging.look(true);
      },
      onFailure: ({ message }) => failures.push(message),
    });
    chores.add(1, { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(2) });
    while (chores.isBusy) chores.step();
    const pages = Number(store.one('PRAGMA page_count'));
    expect(store.isInIndex('beta')).toBe(true);
    while (chores.isBusy || merging.waitMs() !== null) {
      if (chores.isBusy) chores.step();
      else merging.step();
    }
    expect([cleared, failures]).toEqual([2, []]);
    expect(store.isInIndex('beta')).toBe(false);
    expect(Number(store.one('PRAGMA page_count'))).toBeLessThan(pages);
    expect(Number(store.one('PRAGMA freelist_count'))).toBe(0);
  });

  test('what retention deletes leaves the file once a tenth is deleted', () => {
    store.keepFound(...manySaying(1, 1, 60, 'alpha'));
    store.keepFound(...manySaying(2, 61, 60, 'beta'));
    store.run({ type: 'retain', policy: { days: null, maxSpans: 60, maxBytes: null }, nowMs: 0 });
    const merging = mergingBy(store.writer);
    merging.look(true);
    finish(merging);
    expect(store.isInIndex('alpha')).toBe(false);
    expect(store.search('spans', 'betax7x0')).toEqual([spanIdOf(68)]);
  });
});

/** A writer with so many pieces to merge, each of which takes so long. */
function writerOf({ pieces = 1, tookMs = 1 }): Pick<Writer, 'mergeWords'> {
  let left = pieces;
  const words = {
    merge: () => {
      if (left === 0) return false;
      left--;
      now += tookMs;
      return true;
    },
  } as unknown as Parameters<Parameters<Writer['mergeWords']>[0]>[0];
  return { mergeWords: (work) => work(words) };
}

/** Until exporters, who send every ten milliseconds, have to wait for the next piece. */
function untilPiece(merging: Merging): number {
  const from = now;
  for (;;) {
    merging.stored(1);
    if (merging.waitMs() === 0) return now - from;
    now += 10;
  }
}

test('nothing is due before words come', () => {
  expect(mergingBy(writerOf({})).waitMs()).toBeNull();
});

test('short pieces get a twentieth of the time while exporters send', () => {
  const merging = mergingBy(writerOf({ pieces: 100, tookMs: 4 }));
  now += 500;
  merging.look();
  untilPiece(merging);
  merging.step();
  expect(untilPiece(merging)).toBe(80);
});

test('after a long piece the next one waits for a long pause, or a good while', () => {
  const merging = mergingBy(writerOf({ pieces: 100, tookMs: 100 }));
  merging.look();
  merging.step();
  expect(merging.waitMs()).toBe(0);
  merging.step();
  expect(untilPiece(merging)).toBe(10_000);
  merging.step();
  merging.stored(1);
  expect(merging.waitMs()).toBe(1000);
  now += 1000;
  expect(merging.waitMs()).toBe(0);
});

test('though not for ever', () => {
  const merging = mergingBy(writerOf({ pieces: 100, tookMs: 3000 }));
  merging.look();
  merging.step();
  expect(untilPiece(merging)).toBe(20_000);
});

test('none of it while others merge all there is', () => {
  let areOthers = true;
  const merging = mergingBy(writerOf({}), { isDoneByOthers: () => areOthers });
  merging.look();
  expect(merging.waitMs()).toBeNull();
  areOthers = false;
  expect(merging.waitMs()).toBe(0);
});

test('a failure is told, and what was due comes with the next words', () => {
  let isFull = true;
  const works = writerOf({ pieces: 3 });
  let rooms = 0;
  const merging = mergingBy(
    {
      mergeWords: (work) => {
        if (isFull) throw new Error('the disk is full');
        return works.mergeWords(work);
      },
    },
    { onRoom: () => rooms++ },
  );
  merging.look(true);
  finish(merging);
  expect([failures, rooms]).toEqual([['the disk is full'], 0]);
  isFull = false;
  merging.look(true);
  finish(merging);
  expect([failures, rooms]).toEqual([['the disk is full'], 1]);
});
