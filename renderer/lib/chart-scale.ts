import { timeTicks, type TimeTick } from './time-ticks.ts';
import { decimalStep, type StepOf } from './value-axis.ts';

// Axes of a chart. Pure: pixels and values are plain numbers.

/**
 * About `count` round numbers from at or below `low` to at or above `high`, in steps of 1, 2 or 5 times a power of ten unless
 * told others.
 */
export function niceTicks(
  low: number,
  high: number,
  count: number,
  stepOf: StepOf = decimalStep,
): readonly number[] {
  const span = high - low;
  // A difference too small for numbers of this size to step through is none.
  const size = Math.max(Math.abs(low), Math.abs(high), 1e-290);
  if (!(span > size * 1e-9)) return Math.abs(high) <= 1e-290 ? [0, 1] : high > 0 ? [0, high] : [low, 0];
  const step = stepOf(span / Math.max(1, count));
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
}

/** 0.30000000000000004 as 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

export type Point = { readonly x: number; readonly y: number };

/** At most about two points a column of pixels: the least and the greatest of each, so that no peak is lost. */
export function thinOut(points: readonly Point[], columns: number): readonly Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length <= columns * 2) return points;
  const width = (last.x - first.x) / columns || 1;
  const kept: Point[] = [];
  let at = 0;
  while (at < points.length) {
    const column = Math.floor(((points[at]?.x ?? 0) - first.x) / width);
    let [least, most] = [points[at]!, points[at]!];
    while (at < points.length && Math.floor((points[at]!.x - first.x) / width) === column) {
      const point = points[at]!;
      if (point.y < least.y) least = point;
      if (point.y > most.y) most = point;
      at += 1;
    }
    kept.push(...(least === most ? [least] : least.x <= most.x ? [least, most] : [most, least]));
  }
  return kept;
}

/** The stretches of a line that have no two neighbours further apart than `gap`. */
export function splitAtGaps(points: readonly Point[], gap: number): readonly (readonly Point[])[] {
  const stretches: Point[][] = [];
  for (const point of points) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    if (stretch === undefined || last === undefined || point.x - last.x > gap) stretches.push([point]);
    else stretch.push(point);
  }
  return stretches;
}

/** Pixels that a character of a label takes, on average and at most. */
const LABEL_CHAR = 7;
/** Between a time's label and the edge of the drawing. */
const LABEL_CLEAR = 3;

/** Where a label of a time is centred: at its moment, but within the drawing. */
export function labelX(x: number, width: number, { length }: string): number {
  const half = (length * LABEL_CHAR) / 2 + LABEL_CLEAR;
  return Math.min(width - half, Math.max(half, x));
}

/** A stretch of a time axis in milliseconds since 1970. */
export type TimeSpan = { readonly startMs: number; readonly endMs: number };

/** At most `count` + 1 labelled times of an axis. */
export type TicksOf = (startMs: number, endMs: number, count: number) => readonly TimeTick[];

export type PlotBounds = {
  readonly time: TimeSpan;
  /** The least and the greatest value; round numbers around them are the axis. */
  readonly low: number;
  readonly high: number;
  /** Values are counts: nothing is between two of them. */
  readonly isWhole?: boolean | undefined;
  /** Between two values of the axis; without it decimal. */
  readonly stepOf?: StepOf | undefined;
  /** Without it times are told as local clocks show them. */
  readonly ticksOf?: TicksOf | undefined;
};

export type PlotScale = ReturnType<typeof plotScale>;

/** Pixels before the labels of values, and between them and the plot. */
const LABEL_MARGIN = 16;
/** Charts below each other have their axes in one line, unless a label needs more. */
const LEAST_LEFT = 52;

/** The pixels that the labels of values need, so that none is cut. */
export function labelsWidth(labels: readonly string[]): number {
  return Math.max(LEAST_LEFT, ...labels.map(({ length }) => length * LABEL_CHAR + LABEL_MARGIN));
}

/** The values that an axis names. */
export function valueTicks({
  low,
  high,
  isWhole = false,
  stepOf,
}: Omit<PlotBounds, 'time'>): readonly number[] {
  const ticks = niceTicks(low, Math.max(low, high), 4, stepOf);
  return isWhole ? ticks.filter(Number.isInteger) : ticks;
}

const MARGIN = { right: 12, top: 8, bottom: 22 };

/**
 * Where times and values stand in a plot of so many pixels, `left` of them for the values' labels. A moment takes a
 * minute; where nothing is, any minute does.
 */
export function plotScale(
  { time, ticksOf = timeTicks, ...values }: PlotBounds,
  width: number,
  height: number,
  left: number,
) {
  const isMoment = !(time.endMs > time.startMs);
  const momentMs = Number.isFinite(time.startMs) ? time.startMs : 0;
  const startMs = isMoment ? momentMs - 30_000 : time.startMs;
  const endMs = isMoment ? startMs + 60_000 : time.endMs;
  const ticks = valueTicks(values);
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [innerWidth, innerHeight] = [width - left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
  const spanMs = endMs - startMs;
  return {
    width,
    height,
    left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
    valueTicks: ticks,
    timeTicks: ticksOf(startMs, endMs, Math.max(2, Math.floor(innerWidth / 90))),
    x: (timeMs: number): number => left + ((timeMs - startMs) / spanMs) * innerWidth,
    y: (value: number): number => MARGIN.top + (1 - (value - bottom) / (top - bottom || 1)) * innerHeight,
    /** Never outside of the axis. */
    timeAt: (pixels: number): number =>
      startMs + Math.min(1, Math.max(0, (pixels - left) / innerWidth)) * spanMs,
  };
}
