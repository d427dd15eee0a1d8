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
  const step = niceStep(length / Math.max(1, limit));
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

function niceStep(least: number): number {
  const steps = least >= 1000 ? wideSteps(least) : null;
  if (steps !== null) return steps;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** From a second on, steps that divide minutes and hours. */
function wideSteps(least: number): number | null {
  const seconds = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
  ];
  const found = seconds.find((step) => step * 1000 >= least);
  return found === undefined ? null : found * 1000;
}

export type LabelPlace = 'inside' | 'after' | 'before';

/**
 * The first label that fits, and where: inside the bar when nothing is marked there, else to its right, else to its
 * left. Where none fits, the last one stands inside.
 */
export function chooseLabel(
  bar: Bar,
  columnPx: number,
  labels: readonly string[],
  hasMark: boolean,
): { label: string; place: LabelPlace } {
  for (const label of labels) {
    const place = placeLabel(bar, columnPx, estimateLabelPx(label), hasMark);
    if (place !== null) return { label, place };
  }
  return { label: labels.at(-1) ?? '', place: 'inside' };
}

function placeLabel(bar: Bar, columnPx: number, labelPx: number, hasMark: boolean): LabelPlace | null {
  if (!hasMark && bar.width * columnPx >= labelPx + 14) return 'inside';
  if ((1 - bar.left - bar.width) * columnPx >= labelPx + 10) return 'after';
  return bar.left * columnPx >= labelPx + 10 ? 'before' : null;
}

/** A text's width at 11 px, near enough to decide where it fits. */
function estimateLabelPx(text: string): number {
  return text.length * 6.4;
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
