import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readableRows, type RowSource } from './readable-rows.ts';

/** Rows 0 … size in pages of ten, of which some fail when they are reached. */
function table(
  size: number,
  damaged: ReadonlySet<number>,
): { source: RowSource<bigint>; reads: () => number } {
  let reads = 0;
  function* read(from: bigint, to: bigint, limit: number, step: 1 | -1): Generator<bigint> {
    reads++;
    let left = limit;
    for (let at = step === 1 ? from : to; at >= from && at <= to && left > 0; at += BigInt(step)) {
      if (at < 0n || at > BigInt(size)) continue;
      if (damaged.has((Number(at) / 10) | 0)) throw new Error('malformed');
      left--;
      yield at;
    }
  }
  return {
    source: {
      up: (from, to, limit) => read(from, to, limit, 1),
      down: (from, to, limit) => read(from, to, limit, -1),
      keyOf: (row) => row,
    },
    reads: () => reads,
  };
}

const sorted = (rows: Iterable<bigint>): bigint[] => [...rows].sort((a, b) => (a < b ? -1 : 1));

/** Of a walk that may not end. */
function atMost<T>(count: number, walk: Iterable<T>): T[] {
  const rows: T[] = [];
  for (const row of walk) if (rows.push(row) === count) break;
  return rows;
}

test('every row outside of damaged pages is read, once', () => {
  fc.assert(
    fc.property(fc.nat(1500), fc.uniqueArray(fc.nat(150), { maxLength: 20 }), (size, damaged) => {
      const pages = new Set(damaged);
      const { source } = table(size, pages);
      const expected = Array.from({ length: size + 1 }, (_, i) => BigInt(i)).filter(
        (row) => !pages.has(Math.floor(Number(row) / 10)),
      );
      expect(sorted(readableRows(source, 0n, BigInt(size)))).toEqual(expected);
    }),
    { seed: 7, numRuns: 200 },
  );
});

/** Its rows, and what it answers at its end. */
function readToEnd<T, End>(walk: Generator<T, End>): { readonly rows: readonly T[]; readonly end: End } {
  for (const rows: T[] = []; ;) {
    const next = walk.next();
    if (next.done === true) return { rows, end: next.value };
    rows.push(next.value);
  }
}

test('it is told whether anything was amiss', () => {
  const pages = fc.uniqueArray(fc.nat(100), { maxLength: 3 });
  fc.assert(
    fc.property(pages, (damaged) => {
      const { source } = table(1005, new Set(damaged));
      const { end } = readToEnd(readableRows(source, 0n, 1005n));
      expect(end).toBe(damaged.length === 0);
    }),
    { seed: 7, numRuns: 50 },
  );
});

test.for([
  ['raised', 1200n, 1900n],
  ['raised beyond the last', 1200n, 5000n],
  ['raised to the last', 1200n, 2000n],
  ['raised, as the last of a read', 499n, 1900n],
  ['raised to another, as the last of a read', 499n, 1900n],
  ['lowered', 1200n, 3n],
  ['lowered, as the first of a read', 500n, 3n],
  ['lowered, as the last of a read downwards', 1501n, 3n],
] as const)('a key that is %s costs two rows at most, and is told', ([, key, wrong]) => {
  const keys = Array.from({ length: 2001 }, (_, i) => (BigInt(i) === key ? wrong : BigInt(i)));
  // As SQLite does: it seeks where the key would be, and reads on from there to the first key beyond.
  const source: RowSource<bigint> = {
    up: (from, to, limit) =>
      until(keys.slice(keys.findIndex((one) => one >= from)), (one) => one > to, limit),
    down: (from, to, limit) =>
      until(keys.slice(0, keys.findLastIndex((one) => one <= to) + 1).reverse(), (one) => one < from, limit),
    keyOf: (row) => row,
  };
  const { rows, end } = readToEnd(readableRows(source, 0n, 2000n));
  expect(end).toBe(false);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(keys.length - 2);
});

const until = (rows: bigint[], isBeyond: (row: bigint) => boolean, limit: number): bigint[] => {
  const end = rows.findIndex(isBeyond);
  return rows.slice(0, Math.min(end === -1 ? rows.length : end, limit));
};

test('negative keys are read, too', () => {
  const source: RowSource<bigint> = {
    up: (from, to) => [-5n, -3n, 2n].filter((row) => row >= from && row <= to),
    down: (from, to) => [2n, -3n, -5n].filter((row) => row >= from && row <= to),
    keyOf: (row) => row,
  };
  expect(sorted(readableRows(source, -(2n ** 63n), 2n ** 63n - 1n))).toEqual([-5n, -3n, 2n]);
});

test('damage among negative keys is halved down to itself, too', () => {
  const { source, reads } = table(99, new Set([5]));
  function* moved(rows: Iterable<bigint>): Generator<bigint> {
    for (const row of rows) yield row - 200n;
  }
  const below: RowSource<bigint> = {
    up: (from, to, limit) => moved(source.up(from + 200n, to + 200n, limit)),
    down: (from, to, limit) => moved(source.down(from + 200n, to + 200n, limit)),
    keyOf: (row) => row,
  };
  const { rows, end } = readToEnd(readableRows(below, -200n, -101n));
  expect([rows.length, end]).toEqual([90, false]);
  expect(reads()).toBeLessThan(100);
});

test('what can not be read at all is given up after some reads', () => {
  const { source, reads } = table(1_000_000, new Set(Array.from({ length: 100_001 }, (_, i) => i)));
  expect([...readableRows(source, 0n, 1_000_000n, 1000)]).toEqual([]);
  expect(reads()).toBeLessThanOrEqual(1002);
});

test('whatever keys pages give, the walk ends and no key comes twice', () => {
  const keys = fc.array(
    fc.oneof(fc.bigInt(-3n, 40n), fc.constant(0n), fc.constantFrom<unknown>(null, 'x', 0.5)),
    { maxLength: 1200 },
  );
  fc.assert(
    fc.property(keys, keys, (upwards, downwards) => {
      // The same whatever is asked for, as a page does that a seek comes upon again and again.
      const source: RowSource<unknown> = {
        up: (_from, _to, limit) => upwards.slice(0, limit),
        down: (_from, _to, limit) => downwards.slice(0, limit),
        keyOf: (row) => row,
      };
      const rows = atMost(32, readableRows(source, 0n, 30n));
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.every((row) => typeof row === 'bigint' && row >= 0n && row <= 30n)).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('rows around those of a page that gives zeros are all read', () => {
  const keyAt = (row: bigint): bigint => (row >= 495n && row < 505n ? 0n : row);
  const between = (from: bigint, to: bigint): bigint[] =>
    Array.from({ length: Math.max(Number(to - from) + 1, 0) }, (_, i) => keyAt(from + BigInt(i)));
  const source: RowSource<bigint> = {
    up: (from, to, limit) => between(from, to).slice(0, limit),
    down: (from, to, limit) => between(from, to).reverse().slice(0, limit),
    keyOf: (row) => row,
  };
  const expected = between(0n, 2000n).filter((key, row) => Number(key) === row);
  expect(sorted(atMost(5000, readableRows(source, 0n, 2000n)))).toEqual(expected);
});
