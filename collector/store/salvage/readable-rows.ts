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
interface KeyRange {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * All rows that can be read of a table with damaged pages, in no certain order. It is read from both ends up to the damage;
 * what lies between is halved again and again, so that what is left out in the end is the damage alone. Answers whether nothing was
 * amiss. `to` is the key of a row: a way up that does not come to it has met a key that is wrong. Ends whatever the pages
 * hold, and yields no key twice.
 */
export function* readableRows<Row>(
  source: RowSource<Row>,
  from: bigint,
  to: bigint,
  maxFailures = MAX_FAILURES,
): Generator<Row, boolean> {
  const gaps: KeyRange[] = [{ from, to }];
  let failures = 0;
  for (let next = 0; next < gaps.length && failures < maxFailures; next++) {
    const gap = gaps[next]!;
    const { at: low, hasFailed } = yield* readFrom(source, gap, 1n);
    if (low > gap.to || (!hasFailed && next > 0)) continue;
    const { at: high } = yield* readFrom(source, { from: low, to: gap.to }, -1n);
    failures += 2;
    if (low < high) gaps.push(...halves(low, high));
    // Alone a key needs no other to be believed.
    else if (low === high && gap.from < gap.to) gaps.push({ from: low, to: high });
  }
  return failures === 0;
}

function halves(low: bigint, high: bigint): [KeyRange, KeyRange] {
  const middle = (low + high) / 2n;
  // Division rounds towards zero: below it the middle may lie at the upper end.
  const split = middle >= high ? high - 1n : middle;
  return [
    { from: low, to: split },
    { from: split + 1n, to: high },
  ];
}

/**
 * The rows that `readable` gives, as `readableRows` does; where anything was amiss, then what `fromPage` makes of `places` with a key
 * that was not among them.
 */
export function* withThoseOfPages<Row>(
  { keyOf }: RowSource<Row>,
  readable: Generator<Row, boolean>,
  places: () => Iterable<readonly [key: bigint, place: number]>,
  fromPage: (place: number) => Row | null,
): Generator<Row> {
  const seen = new KeySet();
  for (;;) {
    const { value, done } = readable.next();
    if (done === true && value) return;
    if (done === true) break;
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

/**
 * Reads a range from one of its ends on, upwards or downwards by `step`. Answers the key from which on nothing was read, and whether
 * that is for a failure.
 */
function* readFrom<Row>(
  source: RowSource<Row>,
  range: KeyRange,
  step: 1n | -1n,
): Generator<Row, { at: bigint; hasFailed: boolean }> {
  const { keyOf, up, down } = source;
  let at = step === 1n ? range.from : range.to;
  for (let held: unknown = null; ;) {
    const left = step === 1n ? { from: at, to: range.to } : { from: range.from, to: at };
    const { rows, hasFailed } = collect(
      keyOf,
      () => (step === 1n ? up : down)(left.from, left.to, BATCH),
      left,
      step,
    );
    if (held !== null && (rows.length === 0 || keyOf(rows[0]!) !== held)) return { at, hasFailed: true };
    // A wrong key shows by the one after it, and would lead past all rows up to it: the last of a read is read again.
    const isFull = rows.length >= BATCH;
    held = isFull ? keyOf(rows.pop()!) : null;
    const last = rows.at(-1);
    if (last !== undefined) at = (keyOf(last) as bigint) + step;
    yield* rows;
    if (!isFull) return { at, hasFailed };
  }
}

/**
 * What came before the first failure. A key that is not one of those asked for, or does not follow the one before, is a failure
 * as well: SQLite takes the keys of a damaged page as they are, zeros for instance. Which of the two is wrong can't be told, so
 * that the one before goes, too, unless it is the only one that was asked for.
 */
function collect<Row>(
  keyOf: RowSource<Row>['keyOf'],
  read: () => Iterable<Row>,
  { from, to }: KeyRange,
  step: 1n | -1n,
): { rows: Row[]; hasFailed: boolean } {
  const rows: Row[] = [];
  let last: bigint | null = null;
  try {
    for (const row of read()) {
      const key = keyOf(row);
      const isNext =
        typeof key === 'bigint' && key >= from && key <= to && (last === null || (key - last) * step > 0n);
      if (!isNext) {
        if (from < to) rows.pop();
        return { rows, hasFailed: true };
      }
      rows.push(row);
      last = key;
    }
    return { rows, hasFailed: false };
  } catch {
    return { rows, hasFailed: true };
  }
}
