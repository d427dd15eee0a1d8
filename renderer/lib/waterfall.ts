import { durationStep } from './value-axis.ts';

/** The part of the time axis that is shown; milliseconds since 1970. */
export type TimeWindow = { readonly startMs: number; readonly endMs: number };

export type Bar = { readonly left: number; readonly width: number };

/** Where a bar stands in a window, as fractions of its width; null when it lies wholly outside. */
export function placeBar(startMs: number, endMs: number, window: TimeWindow): Bar | null {
  const length = Math.max(window.endMs - window.startMs, Number.EPSILON);
  if (endMs < window.startMs || startMs > window.endMs) return null;
  const left = Math.max(0, (startMs - window.startMs) / length);
  const right = Math.min(1, (endMs - window.startMs) / length);
  return { left, width: Math.max(0, right - left) };
}

/** Round values on the axis, at most `limit` of them: offsets in milliseconds from `originMs`, with their place. */
export function axisTicks(
  window: TimeWindow,
  originMs: number,
  limit: number,
): { offsetMs: number; left: number }[] {
  const length = window.endMs - window.startMs;
  if (!(length > 0)) return [];
  const step = durationStep(length / Math.max(1, limit));
  const ticks: { offsetMs: number; left: number }[] = [];
  const first = Math.ceil((window.startMs - originMs) / step - 1e-9);
  for (let index = first; ticks.length <= limit; index += 1) {
    const offsetMs = index * step;
    const left = (originMs + offsetMs - window.startMs) / length;
    if (left > 1) break;
    ticks.push({ offsetMs: Number(offsetMs.toPrecision(12)), left: Math.max(0, left) });
  }
  return ticks;
}

/** Pixels that the label of a tick takes at most. */
const TICK_LABEL_PX = 44;

/** The ticks whose labels, each beginning at its own, end on an axis of so many pixels. */
export const labelledTicks = <T extends { readonly left: number }>(
  ticks: readonly T[],
  axisPx: number,
): readonly T[] => ticks.filter(({ left }) => left * axisPx < axisPx - TICK_LABEL_PX);

const PLACES = ['inside', 'after', 'before'] as const;
export type LabelPlace = (typeof PLACES)[number];

/**
 * The first label that fits, and where: inside the bar, else to its right, else to its left, but for the places that
 * something else has taken. Where none fits, the last one takes room of what can be cut short, else stands inside.
 */
export function chooseLabel(
  bar: Bar,
  columnPx: number,
  labels: readonly string[],
  taken: readonly LabelPlace[],
  /** The places taken by what can be cut short (labelRoomPx). */
  yielding: readonly LabelPlace[] = [],
): { label: string; place: LabelPlace } {
  for (const label of labels) {
    const place = placeLabel(bar, columnPx, estimateLabelPx(label), [...taken, ...yielding]);
    if (place !== null) return { label, place };
  }
  const label = labels.at(-1) ?? '';
  return { label, place: placeLabel(bar, columnPx, estimateLabelPx(label), taken) ?? 'inside' };
}

function placeLabel(
  bar: Bar,
  columnPx: number,
  labelPx: number,
  taken: readonly LabelPlace[],
): LabelPlace | null {
  const room: Readonly<Record<LabelPlace, boolean>> = {
    inside: bar.width * columnPx >= labelPx + 14,
    after: (1 - bar.left - bar.width) * columnPx >= labelPx + BESIDE_PX,
    before: bar.left * columnPx >= labelPx + BESIDE_PX,
  };
  return PLACES.find((place) => room[place] && !taken.includes(place)) ?? null;
}

const BESIDE_PX = 10;

/** The room that a label beside a bar needs, with what parts it from the bar and from what comes next. */
export function labelRoomPx(label: string): number {
  return estimateLabelPx(label) + BESIDE_PX;
}

/** A text's width at 11 px, near enough to decide where it fits. */
function estimateLabelPx(text: string): number {
  return text.length * 6.4;
}

/** Into how many steps at least the window of what runs is parted once it is longer than that many seconds. */
const LEAST_STEPS = 32;

/**
 * Where the window of what has run since `startMs` ends: at the last whole step before now, so that all is drawn anew once a second at
 * most, and later on only when it would grow by two or three hundredths.
 */
export function runningEnd(startMs: number, nowMs: number): number {
  const ranMs = Math.max(0, nowMs - startMs);
  const doublings = Math.floor(Math.log2(Math.max(1, ranMs / (LEAST_STEPS * 1000))));
  const stepMs = 1000 * 2 ** doublings;
  return startMs + Math.floor(ranMs / stepMs) * stepMs;
}

/** The window between two points of the axis (fractions, in any order), at least a thousandth of it wide. */
export function zoomWindow(window: TimeWindow, from: number, to: number): TimeWindow {
  const length = window.endMs - window.startMs;
  const low = Math.min(Math.max(0, Math.min(from, to)), 0.999);
  const high = Math.max(Math.min(1, Math.max(from, to)), low + 0.001);
  return { startMs: window.startMs + low * length, endMs: window.startMs + high * length };
}

/** Stretches in which nothing ran, longer than a tenth of the trace. `busy` need not be sorted. */
export function findIdleGaps(busy: readonly TimeWindow[], whole: TimeWindow): TimeWindow[] {
  const least = (whole.endMs - whole.startMs) / 10;
  const gaps: TimeWindow[] = [];
  let until = whole.startMs;
  for (const { startMs, endMs } of busy.toSorted((a, b) => a.startMs - b.startMs)) {
    if (startMs - until > least) gaps.push({ startMs: until, endMs: startMs });
    until = Math.max(until, endMs);
  }
  if (whole.endMs - until > least) gaps.push({ startMs: until, endMs: whole.endMs });
  return gaps;
}

/** What times in milliseconds since 1970 still tell apart as JavaScript numbers, some dozens of steps of it. */
const LEAST_MS = 0.01;

/** The window scaled about a point of it, within the whole: however long that is, its shortest span can be seen. */
export function scaleWindow(
  window: TimeWindow,
  whole: TimeWindow,
  factor: number,
  aboutMs: number,
): TimeWindow {
  const wholeMs = whole.endMs - whole.startMs;
  const length = Math.min(wholeMs, Math.max((window.endMs - window.startMs) * factor, LEAST_MS));
  const share = (aboutMs - window.startMs) / Math.max(window.endMs - window.startMs, Number.EPSILON);
  return fitWindow(aboutMs - share * length, length, whole);
}

/** The window moved by a part of its own width, as far as the whole goes. */
export function panWindow(window: TimeWindow, whole: TimeWindow, by: number): TimeWindow {
  const length = window.endMs - window.startMs;
  return fitWindow(window.startMs + by * length, length, whole);
}

/** The window of what lies within the whole, wide enough to be one where that took no time. */
export function windowOf({ startMs, endMs }: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = Math.min(whole.endMs - whole.startMs, Math.max(endMs - startMs, LEAST_MS));
  return fitWindow(startMs, length, whole);
}

function fitWindow(startMs: number, length: number, whole: TimeWindow): TimeWindow {
  const start = Math.max(whole.startMs, Math.min(startMs, whole.endMs - length));
  return { startMs: start, endMs: start + length };
}

/**
 * `1770000001200-1770000003400.5`: a window as an address holds it, undefined for all of the whole. Its ends are times and no offsets, so
 * that it stays where it is when an earlier span moves the start of the whole.
 */
export function printWindow(window: TimeWindow, whole: TimeWindow): string | undefined {
  if (window.startMs <= whole.startMs && window.endMs >= whole.endMs) return undefined;
  const time = (timeMs: number): string => String(Number(timeMs.toFixed(3)));
  return `${time(window.startMs)}-${time(window.endMs)}`;
}

/** The reverse of printWindow; null for what is no part of the whole. */
export function readWindow(text: string | undefined, whole: TimeWindow): TimeWindow | null {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? '');
  if (match === null) return null;
  const startMs = Math.max(Number(match[1]), whole.startMs);
  const endMs = Math.min(Number(match[2]), whole.endMs);
  return startMs < endMs ? { startMs, endMs } : null;
}
