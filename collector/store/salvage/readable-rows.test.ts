import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readableRows, type KeyRange, type RowSource } from './readable-rows.ts';

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

test('what could not be read is told in a few ranges, in which lies nothing that was', () => {
  const pages = fc.uniqueArray(fc.nat(150), { maxLength: 20 });
  fc.assert(
    fc.property(fc.nat(1500), pages, fc.nat(60), (size, damaged, maxFailures) => {
      const { source } = table(size, new Set(damaged));
      const { rows, end } = readToEnd(readableRows(source, 0n, BigInt(size), maxFailures));
      const lost = Array.from({ length: size + 1 }, (_, key) => BigInt(key)).filter((key) =>
        end.some(({ from, to }) => key >= from && key <= to),
      );
      expect(sorted([...rows, ...lost])).toEqual(Array.from({ length: size + 1 }, (_, key) => BigInt(key)));
      expect(end.length).toBeLessThanOrEqual(Math.max(damaged.length, 1));
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('of a table of which nothing can be read it is one range', () => {
  const { source } = table(100_000, new Set(Array.from({ length: 10_001 }, (_, i) => i)));
  const { end } = readToEnd<bigint, readonly KeyRange[]>(readableRows(source, -5n, 100_000n, 1000));
  expect(end).toEqual([{ from: -5n, to: 100_000n }]);
});

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
  const { rows, end } = readToEnd<bigint, readonly KeyRange[]>(readableRows(below, -200n, -101n));
  expect([rows.length, end]).toEqual([90, [{ from: -150n, to: -141n }]]);
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
