import { LATEST_NANOS } from '../../contract/format-time.ts';
import type { WritableDatabase } from '../file/database.ts';

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
/** Where no trace says what is oldest, what belongs to none goes a minute's worth at a time. */
const LOOSE_STEP_NS = 60_000_000_000n;
const MS_A_DAY = 86_400_000;

/**
 * Says what is to go of all projects. Traces go whole, the earliest end first. Log records and data points that belong to
 * no trace are as old as their time. Ask again once what was named is gone.
 */
export class Retention {
  readonly #database: WritableDatabase;
  readonly #endedBefore;
  readonly #oldest;
  readonly #spans;
  readonly #oldestEnd;
  readonly #oldestLoose;
  #erasedMs = -Infinity;

  constructor(database: WritableDatabase) {
    this.#database = database;
    this.#endedBefore = database
      .prepare<[bigint, number], number>(`SELECT id FROM traces WHERE end_ns < ? ORDER BY end_ns, id LIMIT ?`)
      .pluck();
    this.#oldest = database.prepare<[number], OldTrace>(
      `SELECT id, span_count FROM traces ORDER BY end_ns, id LIMIT ?`,
    );
    this.#spans = database.prepare<[], number>('SELECT COALESCE(SUM(span_count), 0) FROM projects').pluck();
    this.#oldestEnd = database
      .prepare<[], bigint>(`SELECT end_ns FROM traces ORDER BY end_ns, id LIMIT 1`)
      .pluck()
      .safeIntegers();
    this.#oldestLoose = database
      .prepare<[], bigint | null>(
        `SELECT MIN(time_ns) FROM (
           SELECT (SELECT MIN(time_ns) FROM log_records WHERE project = projects.id) AS time_ns FROM projects
           UNION ALL SELECT MIN(time_ns) FROM metric_points)`,
      )
      .pluck()
      .safeIntegers();
  }

  /** Row ids of the next traces that are too old, or too many. */
  pastTraces(policy: RetentionPolicy, nowMs: number): number[] {
    const tooOld = oldestKept(policy, nowMs);
    if (tooOld !== null) {
      const traces = this.#endedBefore.all(tooOld, MAX_TRACES);
      if (traces.length > 0) return traces;
    }
    const excess = policy.maxSpans === null ? 0 : (this.#spans.get() ?? 0) - policy.maxSpans;
    return excess > 0 ? this.#oldestWith(Math.min(excess, MAX_SPANS)) : [];
  }

  /**
   * Whether words of what is past the days are to leave the index of search now: once a day, since it is written anew for it.
   * Bounds of size say nothing of how long anything may stay.
   */
  isErasingDue({ days }: RetentionPolicy, nowMs: number): boolean {
    // Also when the clock was set back.
    return days !== null && Math.abs(nowMs - this.#erasedMs) >= MS_A_DAY;
  }

  /** To be called once that they are to leave has been committed. */
  noteErasing(nowMs: number): void {
    this.#erasedMs = nowMs;
  }

  /**
   * Up to which time, included, what belongs to no trace is to go: it is too old, or older than any trace while there is too much.
   */
  looseThrough(policy: RetentionPolicy, nowMs: number): bigint | null {
    const kept = oldestKept(policy, nowMs);
    const tooOld = kept === null ? null : kept - 1n;
    if (this.#excess(policy) === 0) return tooOld;
    const end = this.#oldestEnd.get();
    const oldest = end === undefined ? this.#oldestLooseStep() : end - 1n;
    return tooOld === null || (oldest !== null && oldest > tooOld) ? oldest : tooOld;
  }

  /** Where there is no trace. */
  #oldestLooseStep(): bigint | null {
    const time = this.#oldestLoose.get() ?? null;
    if (time === null) return null;
    return time > LATEST_NANOS - LOOSE_STEP_NS ? LATEST_NANOS : time + LOOSE_STEP_NS;
  }

  /** Row ids of the oldest traces, while there is too much: about as much as that, as if all spans were of one size. */
  tracesForBytes(policy: RetentionPolicy): number[] {
    const spans = Math.ceil(this.#excess(policy) * (this.#spans.get() ?? 0));
    return spans === 0 ? [] : this.#oldestWith(Math.min(spans, MAX_SPANS));
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

  /** Which part of the bytes in use is too much. */
  #excess({ maxBytes }: RetentionPolicy): number {
    if (maxBytes === null) return 0;
    const number = (pragma: string): number => this.#database.pragma(pragma, { simple: true }) as number;
    const used = (number('page_count') - number('freelist_count')) * number('page_size');
    return Math.max(1 - maxBytes / used, 0);
  }
}

/** The earliest time that can be stored. */
const EARLIEST_MS = -Number(2n ** 63n / NS_A_MS);

/** Before which time anything is too old, in nanoseconds; null where age does not matter. */
function oldestKept({ days }: RetentionPolicy, nowMs: number): bigint | null {
  const kept = days === null ? -Infinity : Math.floor(nowMs - days * MS_A_DAY);
  return kept < EARLIEST_MS ? null : BigInt(kept) * NS_A_MS;
}
