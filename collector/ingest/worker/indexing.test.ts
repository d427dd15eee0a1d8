import { beforeEach, describe, expect, test } from 'vitest';
import type { SearchEntry } from '../../store/search/search-text.ts';
import { Indexing } from './indexing.ts';
import type { CommandDone } from '../jobs.ts';

let now: number;
let indexed: number[];
let words: number;
let done: CommandDone[];
let unreadable: [number, string][];
let index: (entry: SearchEntry) => boolean;
let indexing: Indexing;

beforeEach(() => {
  now = 1000;
  indexed = [];
  words = 0;
  done = [];
  unreadable = [];
  index = ({ span }) => {
    now += 5;
    indexed.push(span);
    return true;
  };
  indexing = new Indexing({
    writer: { index: (work) => work({ index: (entry: SearchEntry) => index(entry) } as never) },
    onIndexed: () => words++,
    onDone: (one, failure) => done.push({ ...one, ...(failure && { failure: failure.message }) }),
    onUnreadable: (...told) => unreadable.push(told),
    now: () => now,
  });
});

const add = (id: number, spans: readonly number[], more: object = {}): void => {
  const entries = spans.map((span) => ({ span, trace: 1, ticket: 1, names: [], texts: [] }));
  indexing.add(
    id,
    new TextEncoder().encode(JSON.stringify({ entries, unreadable: 0, failure: null, ...more })),
  );
};

describe('the time that indexing takes', () => {
  test('none when there is nothing to do', () => {
    expect(indexing.waitMs()).toBeNull();
    indexing.step();
    expect(done).toEqual([]);
  });

  test('a step ends when its time is up, a batch with its last step', () => {
    add(1, [1, 2, 3, 4, 5]);
    indexing.step();
    expect(indexed).toEqual([1, 2]);
    expect(done).toEqual([]);
    expect(words).toBe(1);
    indexing.step();
    indexing.step();
    expect(indexed).toEqual([1, 2, 3, 4, 5]);
    expect(done).toEqual([{ id: 1, ok: true, found: 5 }]);
    expect(indexing.waitMs()).toBeNull();
  });

  test('all of it while nothing is stored', () => {
    add(1, [1, 2, 3, 4]);
    expect(indexing.waitMs()).toBe(0);
    indexing.step();
    expect(indexing.waitMs()).toBe(0);
  });

  /** While exporters send every ten milliseconds. */
  function expectWork({ afterMs }: { afterMs: number }): void {
    for (let waited = 0; waited <= afterMs; waited += 10) {
      indexing.stored(1);
      expect(indexing.waitMs()).toBe(Math.min(30, afterMs - waited));
      now += 10;
    }
  }

  test('what exporters leave: a pause, or a twentieth', () => {
    add(1, [1, 2, 3, 4, 5, 6]);
    indexing.step();
    indexing.stored(1);
    expect(indexing.waitMs()).toBe(30);
    now += 20;
    expect(indexing.waitMs()).toBe(10);
    expectWork({ afterMs: 180 });
  });

  test('none of it at first after a pause', () => {
    now += 1000;
    add(1, [1, 2, 3]);
    expectWork({ afterMs: 200 });
  });

  test('longer steps in a pause', () => {
    add(1, [1, 2, 3, 4]);
    indexing.stored(1);
    indexing.step();
    expect(indexed).toEqual([1]);
    now += 30;
    indexing.step();
    expect(indexed).toEqual([1, 2, 3]);
  });

  test('some of it within seconds, however long a step took', () => {
    add(1, [1, 2, 3]);
    index = () => {
      now += 5000;
      return true;
    };
    indexing.step();
    expectWork({ afterMs: 5000 });
  });

  test('a hundredth where they leave nothing, until they pause', () => {
    add(1, [1, 2, 3, 4, 5, 6, 7, 8]);
    indexing.step();
    const store = (ms: number): void => {
      now += ms;
      indexing.stored(ms);
    };
    for (let stored = 0; stored < 240; stored += 40) store(40);
    expect(indexing.waitMs()).toBe(0);
    indexing.step();
    for (let stored = 0; stored < 480; stored += 40) {
      store(40);
      expect(indexing.waitMs()).toBe(Math.min(30, 500 - stored - 40));
    }
    store(40);
    expect(indexing.waitMs()).toBe(0);
    indexing.step();
    expect(indexing.waitMs()).toBe(25);
    now += 25;
    expect(indexing.waitMs()).toBe(0);
  });
});

test('a batch of which nothing is as it was says so', () => {
  index = () => false;
  add(1, [1, 2]);
  indexing.step();
  expect(done).toEqual([{ id: 1, ok: true, found: 0 }]);
});

test('a batch that the database refuses is answered so, and the next one comes', () => {
  const works = index;
  index = () => {
    throw new Error('disk full');
  };
  add(1, [1]);
  add(2, [2]);
  indexing.step();
  expect(done).toEqual([{ id: 1, ok: false, found: 0, failure: 'disk full' }]);
  index = works;
  indexing.step();
  expect(done.at(-1)).toEqual({ id: 2, ok: true, found: 1 });
});

test('spans that could not be read are told', () => {
  add(1, [1], { unreadable: 3, failure: 'no such chunk' });
  expect(unreadable).toEqual([[3, 'no such chunk']]);
});
