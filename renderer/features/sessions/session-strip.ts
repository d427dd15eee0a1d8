import { parseTime } from '../../lib/time.ts';
import { placeBar, type Bar, type TimeWindow } from '../../lib/waterfall.ts';

type Run = { readonly start_time: string; readonly end_time: string; readonly has_error: boolean };

/** What is drawn of a trace, or of several that can't be told apart. */
export type StripBar = { readonly bar: Bar; readonly hasError: boolean };

export type StripMark<Trace> = {
  /** Where the mark can be pressed, as fractions of the strip. */
  readonly place: Bar;
  /** The first of those that it stands for, and how many they are. */
  readonly first: Trace;
  readonly count: number;
  /** In order of time. */
  readonly bars: readonly StripBar[];
};

/**
 * A session's traces as marks on a strip, each at least `leastPx` wide so that it can be hit: traces that would share
 * the room of one are one mark, and those that begin at the same pixel one bar. Traces come in order of their starts.
 */
export function stripMarks<Trace extends Run>(
  traces: readonly Trace[],
  window: TimeWindow,
  stripPx: number,
  leastPx: number,
): StripMark<Trace>[] {
  const pixel = 1 / Math.max(1, stripPx);
  const least = Math.min(1, leastPx * pixel);
  const marks: { left: number; right: number; first: Trace; count: number; bars: StripBar[] }[] = [];
  for (const trace of traces) {
    const bar = placeBar(parseTime(trace.start_time), parseTime(trace.end_time), window);
    if (bar === null) continue;
    const left = Math.min(bar.left, 1 - least);
    const right = Math.max(bar.left + bar.width, left + least);
    const last = marks.at(-1);
    if (last !== undefined && left < last.left + least) {
      last.count++;
      last.right = Math.max(last.right, right);
      addBar(last.bars, { bar, hasError: trace.has_error }, pixel);
      continue;
    }
    // One that began before the last was over: the last can be pressed up to here.
    if (last !== undefined) last.right = Math.min(last.right, left);
    marks.push({ left, right, first: trace, count: 1, bars: [{ bar, hasError: trace.has_error }] });
  }
  return marks.map(({ left, right, ...mark }) => ({ ...mark, place: { left, width: right - left } }));
}

function addBar(bars: StripBar[], { bar, hasError }: StripBar, pixel: number): void {
  const at = bars.findLastIndex((one) => one.hasError === hasError);
  const last = bars[at]?.bar;
  if (last === undefined || bar.left - last.left >= pixel) {
    bars.push({ bar, hasError });
    return;
  }
  const right = Math.max(last.left + last.width, bar.left + bar.width);
  bars[at] = { hasError, bar: { left: last.left, width: right - last.left } };
}
