import { LATEST_NANOS } from '../../contract/format-time.ts';
import type { StatsGroup } from '../../contract/stats.ts';
import { agentFigures } from './agent-stats.ts';
import type { Statements } from './list-query.ts';
import {
  GROUPINGS,
  MINUTE_NS,
  UNDIVIDED,
  figuresOf,
  type FiguresByMinute,
  type StatsRange,
  type TimedSums,
} from './stats.ts';

interface Kept {
  readonly state: number;
  readonly figures: readonly TimedSums[];
  readonly bytes: number;
  usedAt: number;
}

/** A minute in which traces start, as it was last changed. */
interface MinuteState {
  readonly minute: number;
  readonly state: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** What was asked for so lately is not given up for more: a range that does not fit would have to be read whole each time. */
const LATELY_MS = 60_000;
/** Past so many, hardly any would be found again. */
const MAX_MINUTES = 20_000;
/** About what an entry and the sums under one value take. */
const ENTRY_BYTES = 300;

/**
 * The figures of traces by the minute in which they start. What was once read is kept for as long as no trace of its minute
 * changes, so that asking again reads only what is new (`trace_minutes`).
 */
export class KeptFigures {
  readonly #statements: Statements;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `now`: milliseconds of any steady clock. */
  constructor(statements: Statements, maxBytes = MAX_BYTES, now = () => performance.now()) {
    this.#statements = statements;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** In one read transaction. `group`: what they go under; null for all under one value. */
  read(range: StatsRange, group: StatsGroup | null): FiguresByMinute {
    if (!isKept(range, group)) return this.#compute(range, group);
    const minutes = this.#minutesIn(range);
    if (minutes.length > MAX_MINUTES) return this.#compute(range, group);
    const found: FiguresByMinute = new Map();
    let missing: MinuteState[] = [];
    const computeMissing = (): void => {
      for (const [minute, figures] of this.#computeSome(range, group, missing)) found.set(minute, figures);
      missing = [];
    };
    for (const at of minutes) {
      const figures = isWhole(range, at.minute) ? this.#find(keyOf(range, group, at.minute), at) : undefined;
      if (figures === undefined) missing.push(at);
      else {
        computeMissing();
        // As in what is computed: a minute of which nothing is meant is none.
        if (figures.length > 0) found.set(at.minute, [...figures]);
      }
    }
    computeMissing();
    return found;
  }

  #minutesIn({ project, from = FIRST, to = LATEST_NANOS }: StatsRange): MinuteState[] {
    return this.#statements.all<MinuteState>(
      'SELECT minute, state FROM trace_minutes WHERE project = ? AND minute >= ? AND minute <= ? ORDER BY minute',
      [project, minuteOf(from), minuteOf(to)],
    );
  }

  #compute(range: StatsRange, group: StatsGroup | null): FiguresByMinute {
    if (group === 'agent') return agentFigures(this.#statements, range);
    return figuresOf(this.#statements, range, group === null ? UNDIVIDED : GROUPINGS[group]);
  }

  /** Of minutes that follow one another, but for those without any trace that is meant. */
  #computeSome(
    range: StatsRange,
    group: StatsGroup | null,
    minutes: readonly MinuteState[],
  ): FiguresByMinute {
    const [first, last] = [minutes[0], minutes.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const from = later(range.from ?? FIRST, beginOf(first.minute));
    const to = earlier(range.to ?? LATEST_NANOS, endOf(last.minute));
    const computed = this.#compute({ ...range, from, to }, group);
    for (const { minute, state } of minutes)
      if (isWhole(range, minute)) this.#keep(keyOf(range, group, minute), state, computed.get(minute) ?? []);
    return computed;
  }

  #find(key: string, { state }: MinuteState): readonly TimedSums[] | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#forget(key, kept);
    if (kept.state !== state) return undefined;
    kept.usedAt = this.#now();
    this.#set(key, kept);
    return kept.figures;
  }

  #keep(key: string, state: number, figures: readonly TimedSums[]): void {
    let bytes = ENTRY_BYTES;
    for (const { times } of figures)
      bytes += ENTRY_BYTES + times.latencies.byteLength + times.firstTokens.byteLength;
    const now = this.#now();
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes + bytes <= this.#maxBytes || kept.usedAt > now - LATELY_MS) break;
      this.#forget(oldest, kept);
    }
    if (this.#bytes + bytes <= this.#maxBytes) this.#set(key, { state, figures, bytes, usedAt: now });
  }

  #set(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
  }

  #forget(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
  }
}

/** Filters are seldom asked twice, and users are as many as traces. */
const isKept = ({ filters }: StatsRange, group: StatsGroup | null): boolean =>
  (filters === undefined || filters.length === 0) && group !== 'user';

const keyOf = (range: StatsRange, group: StatsGroup | null, minute: number): string =>
  JSON.stringify([range.project, group, range.environment ?? null, range.includeNongenai !== false, minute]);

const NANOS = BigInt(MINUTE_NS);
/** No stored time is earlier. */
const FIRST = 0n;

const minuteOf = (nanos: bigint): number => Number(nanos / NANOS);

/** The first and the last nanosecond of a minute. */
const beginOf = (minute: number): bigint => BigInt(minute) * NANOS;
const endOf = (minute: number): bigint => beginOf(minute + 1) - 1n;

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const isWhole = ({ from = FIRST, to = LATEST_NANOS }: StatsRange, minute: number): boolean =>
  from <= beginOf(minute) && to >= endOf(minute);
