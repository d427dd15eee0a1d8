import type { EventMark } from '../../../../collector/contract/events.ts';
import { parseTime } from '../../../lib/time.ts';
import type { TimeWindow } from '../../../lib/waterfall.ts';

export type EventTick = {
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  readonly name: string;
  readonly isException: boolean;
};

/** The events of each span, in the order in which they happened. */
export function ticksBySpan(events: readonly EventMark[]): ReadonlyMap<string, readonly EventTick[]> {
  const ticks = events.map((event) => ({
    spanId: event.span_id,
    timeMs: parseTime(event.timestamp),
    name: event.name,
    isException: event.name === 'exception',
  }));
  return Map.groupBy(
    ticks.sort((a, b) => a.timeMs - b.timeMs),
    (tick) => tick.spanId,
  );
}

/** Events as they happened, those of one moment as they were sent: some SDKs send the last one first. */
export function inTimeOrder<Event extends { readonly timestamp: string }>(
  events: readonly Event[],
): readonly Event[] {
  return events.toSorted((a, b) => parseTime(a.timestamp) - parseTime(b.timestamp));
}

export type PlacedTick = EventTick & { readonly left: number };

/** Of four pixels each: what is nearer to each other looks like one. */
const LEAST_PX = 6;

/** The ticks that are told apart at this width: of several within that the first, or the exception among them. */
export function placeTicks(ticks: readonly EventTick[], window: TimeWindow, columnPx: number): PlacedTick[] {
  const length = Math.max(window.endMs - window.startMs, Number.EPSILON);
  const placed: PlacedTick[] = [];
  for (const tick of ticks) {
    const left = (tick.timeMs - window.startMs) / length;
    if (left < 0 || left > 1) continue;
    const before = placed.at(-1);
    if (before === undefined || (left - before.left) * columnPx >= LEAST_PX) placed.push({ ...tick, left });
    else if (tick.isException && !before.isException)
      placed[placed.length - 1] = { ...tick, left: before.left };
  }
  return placed;
}

/** Whether any of them stands over a label that begins at `left`, a share of the column as theirs are. */
export function crossLabel(
  placed: readonly PlacedTick[],
  label: { readonly left: number; readonly widthPx: number },
  columnPx: number,
): boolean {
  return placed.some((tick) => {
    const fromLabelPx = (tick.left - label.left) * columnPx;
    return fromLabelPx >= -LEAST_PX && fromLabelPx <= label.widthPx;
  });
}
