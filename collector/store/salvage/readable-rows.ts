/** Rows of a range of keys, both ends included, upwards or downwards: at most some of them, fewer only at the end. */
export type ReadRange<Row> = (from: bigint, to: bigint, limit: number) => Iterable<Row>;

export interface RowSource<Row> {
  readonly up: ReadRange<Row>;
  readonly down: ReadRange<Row>;
  readonly keyOf: (row: Row) => bigint;
}

const BATCH = 500;
/** Reads that may fail before the rest of a table is given up: some ten seconds' worth. */
const MAX_FAILURES = 50_000;

interface Gap {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * All rows that can be read of a table with damaged pages, in no certain order. It is read from both ends up to the damage;
 * what lies between is halved again and again, so that what is left out in the end is the damage alone. Answers whether all
 * could be read.
 */
export function* readableRows<Row>(
  source: RowSource<Row>,
  from: bigint,
  to: bigint,
  maxFailures = MAX_FAILURES,
): Generator<Row, boolean> {
  const gaps: Gap[] = [{ from, to }];
  let isWhole = true;
  for (let next = 0, failures = 0; next < gaps.length && failures < maxFailures; next++) {
    const gap = gaps[next]!;
    const low = yield* readUp(source, gap);
    if (low === null) continue;
    isWhole = false;
    const high = yield* readDown(source, { from: low, to: gap.to });
    failures += 2;
    if (low >= high) continue;
    const middle = (low + high) / 2n;
    // Division rounds towards zero: below it the middle may lie at the upper end.
    const split = middle >= high ? high - 1n : middle;
    gaps.push({ from: low, to: split }, { from: split + 1n, to: high });
  }
  return isWhole;
}

/** The rows that a table gives; where it could not give all, those of `keys` that pages still have. */
export function* withThoseOfPages<Row>(
  { keyOf }: RowSource<Row>,
  readable: Generator<Row, boolean>,
  keys: () => Iterable<bigint>,
  fromPage: (key: bigint) => Row | null,
): Generator<Row> {
  const seen = new Set<bigint>();
  for (;;) {
    const { value, done } = readable.next();
    if (done && value) return;
    if (done) break;
    seen.add(keyOf(value));
    yield value;
  }
  for (const key of keys()) {
    const row = seen.has(key) ? null : fromPage(key);
    if (row !== null) yield row;
  }
}

/** The key from which on nothing could be read; null when all was. */
function* readUp<Row>({ up, keyOf }: RowSource<Row>, { from, to }: Gap): Generator<Row, bigint | null> {
  let at = from;
  while (at <= to) {
    const { rows, hasFailed } = collect(up(at, to, BATCH));
    yield* rows;
    const last = rows.at(-1);
    if (last !== undefined) at = keyOf(last) + 1n;
    if (hasFailed) return at > to ? null : at;
    if (rows.length < BATCH) return null;
  }
  return null;
}

/** The key down from which nothing could be read. */
function* readDown<Row>({ down, keyOf }: RowSource<Row>, { from, to }: Gap): Generator<Row, bigint> {
  let at = to;
  while (at >= from) {
    const { rows, hasFailed } = collect(down(from, at, BATCH));
    yield* rows;
    const last = rows.at(-1);
    if (last !== undefined) at = keyOf(last) - 1n;
    if (hasFailed || rows.length < BATCH) return at;
  }
  return at;
}

/** What came before the first failure. */
function collect<Row>(read: Iterable<Row>): { rows: Row[]; hasFailed: boolean } {
  const rows: Row[] = [];
  try {
    for (const row of read) rows.push(row);
    return { rows, hasFailed: false };
  } catch {
    return { rows, hasFailed: true };
  }
}
