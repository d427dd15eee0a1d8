import type { SpanColumns } from '../rows/span-row.ts';

/** Tokens, costs in the units of the store, and of how much of it no price is known. */
export interface Totals {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  reasoningTokens: number;
  inputCost: number;
  outputCost: number;
  totalCost: number;
  unpricedCallCount: number;
}

const noTotals = (): Totals => ({
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  inputCost: 0,
  outputCost: 0,
  totalCost: 0,
  unpricedCallCount: 0,
});

const NAMES = Object.keys(noTotals()) as (keyof Totals)[];
/** What no sum of a trace goes beyond: numbers are exact up to here. */
const MOST = Number.MAX_SAFE_INTEGER;

/** A sum of what spans say, from which each can be taken away again exactly. */
export class ExactTotals {
  readonly #totals: Totals = noTotals();
  /** In their place once one would leave what a number holds exactly: what was added must be taken away again exactly. */
  #large: Map<keyof Totals, bigint> | null = null;

  /** Sums that untrusted numbers drive past the limit stay at it, so that the row can still be written. */
  get totals(): Readonly<Totals> {
    if (this.#large === null) return this.#totals;
    const entries = [...this.#large].map(([name, sum]) => [name, Number(sum < MOST ? sum : MOST)]);
    return Object.fromEntries(entries) as Totals;
  }

  add(usage: Totals, sign: 1 | -1): void {
    if (this.#large === null && !isExact(this.#totals, usage))
      this.#large = new Map(NAMES.map((name) => [name, BigInt(this.#totals[name])]));
    if (this.#large === null) return addTotals(this.#totals, usage, sign);
    for (const [name, sum] of this.#large) this.#large.set(name, sum + BigInt(sign * usage[name]));
  }
}

/** The columns that a span's own tokens and cost stand in. */
export type SpanUsage = Pick<SpanColumns, Exclude<keyof Totals, 'unpricedCallCount'> | 'costKnown'>;

/** The span's own tokens and cost; null when it carries none. */
export function usageOf(span: SpanUsage): Totals | null {
  const inputTokens = span.inputTokens ?? 0;
  const outputTokens = span.outputTokens ?? 0;
  const totalTokens = span.totalTokens ?? inputTokens + outputTokens;
  if (totalTokens === 0 && inputTokens === 0 && outputTokens === 0 && span.totalCost === 0) return null;
  return {
    inputTokens,
    outputTokens,
    totalTokens,
    cacheReadTokens: span.cacheReadTokens ?? 0,
    cacheWriteTokens: span.cacheWriteTokens ?? 0,
    reasoningTokens: span.reasoningTokens ?? 0,
    inputCost: span.inputCost,
    outputCost: span.outputCost,
    totalCost: span.totalCost,
    unpricedCallCount: 1 - span.costKnown,
  };
}

const isExact = (totals: Totals, usage: Totals): boolean =>
  totals.inputTokens + usage.inputTokens <= MOST &&
  totals.outputTokens + usage.outputTokens <= MOST &&
  totals.totalTokens + usage.totalTokens <= MOST &&
  totals.cacheReadTokens + usage.cacheReadTokens <= MOST &&
  totals.cacheWriteTokens + usage.cacheWriteTokens <= MOST &&
  totals.reasoningTokens + usage.reasoningTokens <= MOST &&
  totals.inputCost + usage.inputCost <= MOST &&
  totals.outputCost + usage.outputCost <= MOST &&
  totals.totalCost + usage.totalCost <= MOST &&
  totals.unpricedCallCount + usage.unpricedCallCount <= MOST;

function addTotals(totals: Totals, usage: Totals, sign: 1 | -1): void {
  totals.inputTokens += sign * usage.inputTokens;
  totals.outputTokens += sign * usage.outputTokens;
  totals.totalTokens += sign * usage.totalTokens;
  totals.cacheReadTokens += sign * usage.cacheReadTokens;
  totals.cacheWriteTokens += sign * usage.cacheWriteTokens;
  totals.reasoningTokens += sign * usage.reasoningTokens;
  totals.inputCost += sign * usage.inputCost;
  totals.outputCost += sign * usage.outputCost;
  totals.totalCost += sign * usage.totalCost;
  totals.unpricedCallCount += sign * usage.unpricedCallCount;
}
