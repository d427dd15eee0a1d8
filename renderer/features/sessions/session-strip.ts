import { parseTime } from '../../lib/time.ts';
import { placeBar, type Bar, type TimeWindow } from '../../lib/waterfall.ts';

type Run = { readonly start_time: string; readonly end_time: string };

export type StripMark<Trace> = {
  /** Where the mark can be pressed, as fractions of the strip. */
  readonly place: Bar;
  /** What it stands for, in order of time, each with its own bar. */
  readonly traces: readonly { readonly trace: Trace; readonly bar: Bar }[];
};

/**
 * A session's traces as marks on a strip, each at least `leastPx` wide so that it can be hit: traces that would share
 * the room of one are one mark. Traces come in order of their starts.
 */
export function stripMarks<Trace extends Run>(
  traces: readonly Trace[],
  window: TimeWindow,
  stripPx: number,
  leastPx: number,
): StripMark<Trace>[] {
  const least = Math.min(1, leastPx / Math.max(1, stripPx));
  const marks: { left: number; right: number; traces: { trace: Trace; bar: Bar }[] }[] = [];
  for (const trace of traces) {
    const bar = placeBar(parseTime(trace.start_time), parseTime(trace.end_time), window);
    if (bar === null) continue;
    const left = Math.min(bar.left, 1 - least);
    const right = Math.max(bar.left + bar.width, left + least);
    const last = marks.at(-1);
    if (last !== undefined && left < last.left + least) {
      last.traces.push({ trace, bar });
      last.right = Math.max(last.right, right);
      continue;
    }
    // One that began before the last was over: the last can be pressed up to here.
    if (last !== undefined) last.right = Math.min(last.right, left);
    marks.push({ left, right, traces: [{ trace, bar }] });
  }
  return marks.map((mark) => ({
    place: { left: mark.left, width: mark.right - mark.left },
    traces: mark.traces,
  }));
}
