import { formatCompact, formatTick } from './format.ts';

// How the values of a chart are told on its axis: short, at round steps, a long unit once. Pure.

/** The step between two ticks: the least round one that is not below `least`. */
export type StepOf = (least: number) => number;

export type ValueAxis = {
  /** Of one of the ticks, which lie `step` apart. */
  readonly label: (value: number, step: number) => string;
  /** Said once above the axis; absent: each label says its own, or there is none. */
  readonly unit?: string | undefined;
  /** Absent: 1, 2 or 5 times a power of ten. */
  readonly stepOf?: StepOf | undefined;
};

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const ROUND_MS: readonly number[] = [
  ...[10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
];

export function decimalStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

/** Round on a clock from ten seconds on, in whole days from one day on. */
export function durationStep(leastMs: number): number {
  if (leastMs <= 5 * SECOND) return decimalStep(leastMs);
  return ROUND_MS.find((step) => step >= leastMs) ?? decimalStep(Math.max(1, leastMs / DAY)) * DAY;
}

export const COUNT_AXIS: ValueAxis = { label: formatCompact };
export const COST_AXIS: ValueAxis = { label: costLabel };
export const DURATION_AXIS: ValueAxis = { label: formatTick, stepOf: durationStep };

/** `$0.010` beside `$0.005`, `$1.5` beside `$1.0`, `$20 k`: as many digits as the step needs. */
function costLabel(dollars: number, step: number): string {
  if (step >= 1) return `$${formatCompact(dollars)}`;
  // What is left of a difference between ticks is not exact.
  const digits = -Math.floor(Math.log10(step) + 1e-9);
  return dollars === 0 ? '$0' : `$${dollars.toFixed(digits)}`;
}
