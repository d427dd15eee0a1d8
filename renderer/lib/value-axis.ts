import { formatCompact, formatTick } from './format.ts';
import { CLOCK_STEPS_MS, DAY_MS } from './time-ticks.ts';

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

export function decimalStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // What was divided is not exact.
  return ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** Round on a clock from a second on, in whole days from one day on. */
export function durationStep(leastMs: number): number {
  if (leastMs <= CLOCK_STEPS_MS[0]!) return decimalStep(leastMs);
  return (
    CLOCK_STEPS_MS.find((step) => step >= leastMs) ?? decimalStep(Math.max(1, leastMs / DAY_MS)) * DAY_MS
  );
}

export const COUNT_AXIS: ValueAxis = { label: formatCompact };
export const COST_AXIS: ValueAxis = { label: costLabel };
export const DURATION_AXIS: ValueAxis = { label: (ms) => formatTick(ms), stepOf: durationStep };

/** `$0.010` beside `$0.005`, `$1.5` beside `$1.0`, `$20 k`: as many digits as the step needs. */
function costLabel(dollars: number, step: number): string {
  if (step >= 1) return `$${formatCompact(dollars)}`;
  // What is left of a difference between ticks is not exact.
  const digits = -Math.floor(Math.log10(step) + 1e-9);
  return dollars === 0 ? '$0' : `$${dollars.toFixed(digits)}`;
}
