import { KeySet } from './key-set.ts';

/** Rows with keys `from` … `to`, both included, upwards or downwards: `limit` of them, fewer only where there are no more. */
export type ReadRange<Row> = (from: bigint, to: bigint, limit: number) => Iterable<Row>;

export interface RowSource<Row> {
  readonly up: ReadRange<Row>;
  readonly down: ReadRange<Row>;
  /** A bigint, but for a row of a damaged page. */
  readonly keyOf: (row: Row) => unknown;
}

/** Rows of one read. */
const BATCH = 500;
/** Reads that may fail before the rest of a table is given up: some ten seconds' worth. */
const MAX_FAILURES = 50_000;

/** Keys, both ends included. */
export interface KeyRange {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * All rows that can be read of a table with damaged pages, in no certain order. It is read from both ends up to the damage;
 * what lies between is halved again and again, so that what is left out in the end is the damage alone. Answers what could not be
 * read: few ranges in order, whatever the number of rows. Ends whatever the pages hold, and yields no key twice.
 */
export function* readableRows<Row>(
  source: RowSource<Row>,
  from: bigint,
  to: bigint,
  maxFailures = MAX_FAILURES,
): Generator<Row, readonly KeyRange[]> {
  const gaps: KeyRange[] = [{ from, to }];
  const lost: KeyRange[] = [];
  let next = 0;
  for (let failures = 0; next < gaps.length && failures < maxFailures; next++) {
    const gap = gaps[next]!;
    const low = yield* readUp(source, gap);
    if (low === null) continue;
    const high = yield* readDown(source, { from: low, to: gap.to });
    failures += 2;
    if (low === high) lost.push({ from: low, to: high });
    if (low >= high) continue;
    const middle = (low + high) / 2n;
    // Division rounds towards zero: below it the middle may lie at the upper end.
    const split = middle >= high ? high - 1n : middle;
    gaps.push({ from: low, to: split }, { from: split + 1n, to: high });
  }
  return joined([...lost, ...gaps.slice(next)]);
}

/** The same keys in as few ranges as can be, in order. */
function joined(ranges: KeyRange[]): readonly KeyRange[] {
  const few: KeyRange[] = [];
  for (const range of ranges.sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = few.at(-1);
    if (last?.to === range.from - 1n) few[few.length - 1] = { from: last.from, to: range.to };
    else few.push(range);
  }
  return few;
}

/**
 * The rows that `readable` gives, as `readableRows` does; where those are not all, then what `fromPage` makes of `places` with a key
 * that was not among them.
 */
export function* withThoseOfPages<Row>(
  { keyOf }: RowSource<Row>,
  readable: Generator<Row, readonly KeyRange[]>,
  places: () => Iterable<readonly [key: bigint, place: number]>,
  fromPage: (place: number) => Row | null,
): Generator<Row> {
  const seen = new KeySet();
  for (;;) {
    const { value, done } = readable.next();
    if (done && value.length === 0) return;
    if (done) break;
    const key = keyOf(value);
    if (typeof key === 'bigint') seen.add(key);
    yield value;
  }
  for (const [key, place] of places()) {
    const row = seen.has(key) ? null : fromPage(place);
    if (row === null) continue;
    seen.add(key);
    yield row;
  }
}

/** The key from which on nothing could be read; null when all was. */
function* readUp<Row>(source: RowSource<Row>, { from, to }: KeyRange): Generator<Row, bigint | null> {
  let at = from;
  while (at <= to) {
    const { rows, last, hasFailed } = collect(source, source.up(at, to, BATCH), { from: at, to }, 1n);
    yield* rows;
    if (last !== null) at = last + 1n;
    if (hasFailed) return at > to ? null : at;
    if (rows.length < BATCH) return null;
  }
  return null;
}

/** The key down from which nothing could be read. */
function* readDown<Row>(source: RowSource<Row>, { from, to }: KeyRange): Generator<Row, bigint> {
  let at = to;
  while (at >= from) {
    const { rows, last, hasFailed } = collect(source, source.down(from, at, BATCH), { from, to: at }, -1n);
    yield* rows;
    if (last !== null) at = last - 1n;
    if (hasFailed || rows.length < BATCH) return at;
  }
  return at;
}

/**
 * What came before the first failure, and the key of its last row. A key that is not one of those asked for, or does not
 * follow the one before, is a failure as well: SQLite takes the keys of a damaged page as they are, zeros for instance, and
 * whoever went on from there would read the same again.
 */
function collect<Row>(
  { keyOf }: RowSource<Row>,
  read: Iterable<Row>,
  { from, to }: KeyRange,
  step: 1n | -1n,
): { rows: Row[]; last: bigint | null; hasFailed: boolean } {
  const rows: Row[] = [];
  let last: bigint | null = null;
  try {
    for (const row of read) {
      const key = keyOf(row);
      const isNext =
        typeof key === 'bigint' && key >= from && key <= to && (last === null || (key - last) * step > 0n);
      if (!isNext) return { rows, last, hasFailed: true };
      rows.push(row);
      last = key;
    }
    return { rows, last, hasFailed: false };
  } catch {
    return { rows, last, hasFailed: true };
  }
}
