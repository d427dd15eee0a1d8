import type { WritableDatabase } from './database.ts';

/** How much is kept. Null: without that bound. */
export interface RetentionPolicy {
  readonly days: number | null;
  readonly maxSpans: number | null;
  /** Of the database file, less its free pages. */
  readonly maxBytes: number | null;
}

interface OldTrace {
  readonly id: number;
  readonly span_count: number;
}

/** What goes between two looks at how much is left. */
const MAX_TRACES = 64;
const MAX_SPANS = 1000;

const NS_A_MS = 1_000_000n;
const MS_A_DAY = 86_400_000;

/** Before which time a trace or a record is too old, in nanoseconds; null where age does not matter. */
export const oldestKept = ({ days }: RetentionPolicy, nowMs: number): bigint | null =>
  days === null ? null : BigInt(Math.floor(nowMs - days * MS_A_DAY)) * NS_A_MS;

/** As the index traces_by_end has it. A span that still runs has no end yet. */
const END = 'MAX(start_ns, end_ns)';

/** Says which traces of all projects are to go: whole ones, the earliest end first. */
export class Retention {
  readonly #database: WritableDatabase;
  readonly #endedBefore;
  readonly #oldest;
  readonly #spans;

  constructor(database: WritableDatabase) {
    this.#database = database;
    this.#endedBefore = database
      .prepare<[bigint, number], number>(`SELECT id FROM traces WHERE ${END} < ? ORDER BY ${END}, id LIMIT ?`)
      .pluck();
    this.#oldest = database.prepare<[number], OldTrace>(
      `SELECT id, span_count FROM traces ORDER BY ${END}, id LIMIT ?`,
    );
    this.#spans = database.prepare<[], number>('SELECT COALESCE(SUM(span_count), 0) FROM projects').pluck();
  }

  /** Row ids of the next traces to go; none when all bounds are kept. Call again once these are swept. */
  next(policy: RetentionPolicy, nowMs: number): number[] {
    const tooOld = oldestKept(policy, nowMs);
    if (tooOld !== null) {
      const traces = this.#endedBefore.all(tooOld, MAX_TRACES);
      if (traces.length > 0) return traces;
    }
    const excess = policy.maxSpans === null ? 0 : (this.#spans.get() ?? 0) - policy.maxSpans;
    if (excess > 0) return this.#oldestWith(Math.min(excess, MAX_SPANS));
    if (policy.maxBytes !== null && this.#usedBytes() > policy.maxBytes) return this.#oldestWith(MAX_SPANS);
    return [];
  }

  /** The oldest traces, until they have that many spans together. */
  #oldestWith(spans: number): number[] {
    const ids: number[] = [];
    let found = 0;
    for (const { id, span_count } of this.#oldest.all(MAX_TRACES)) {
      if (found >= spans) break;
      ids.push(id);
      found += span_count;
    }
    return ids;
  }

  #usedBytes(): number {
    const number = (pragma: string): number => this.#database.pragma(pragma, { simple: true }) as number;
    return (number('page_count') - number('freelist_count')) * number('page_size');
  }
}
