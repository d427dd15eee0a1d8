import { formatDay, formatMinute, formatMonth, formatSecond } from './time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The shortest of each, so that never more of them than asked for are in a range. */
const [MONTH_MS, YEAR_MS] = [28 * DAY_MS, 365 * DAY_MS];

/** Steps that divide minutes, hours and days. */
export const CLOCK_STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
];
// Next to each other they are not further apart than 2.5 times: an axis with room for some labels has more than one.
const STEPS_MS = [...CLOCK_STEPS_MS, ...[1, 2, 4, 7, 14].map((days) => days * DAY_MS)];
const STEPS_MONTHS = [1, 2, 3, 6];

export type TimeTick = { readonly timeMs: number; readonly label: string };

/** At most `count` + 1 times within a range, at round seconds, minutes, hours, days or months of local time. */
export function timeTicks(startMs: number, endMs: number, count: number): readonly TimeTick[] {
  const span = endMs - startMs;
  const step = STEPS_MS.find((candidate) => span / candidate <= count);
  if (step !== undefined) {
    return wallTimes(startMs, endMs, step).map((timeMs) => ({ timeMs, label: tickLabel(timeMs, step) }));
  }
  const months =
    STEPS_MONTHS.find((candidate) => span / (candidate * MONTH_MS) <= count) ??
    12 * Math.ceil(span / count / YEAR_MS);
  return monthTimes(startMs, endMs, months).map((timeMs) => ({ timeMs, label: formatMonth(timeMs) }));
}

/**
 * Times at which local clocks show a multiple of `step`. From an hour on it is the clock that goes on by it, also where
 * the day has 23 or 25 hours; of shorter ones the same number is in each hour, and both are told of one that comes twice.
 */
function wallTimes(startMs: number, endMs: number, step: number): readonly number[] {
  const offsetMs = new Date(startMs).getTimezoneOffset() * MINUTE_MS;
  const first = Math.floor((startMs - offsetMs) / step) * step;
  return timesBetween(startMs, endMs, (index) => {
    const wallMs = first + index * step;
    return step < HOUR_MS ? wallMs + offsetMs : new Date(1970, 0, 1, 0, 0, 0, wallMs).getTime();
  });
}

/** First days of months, each so many after the other. */
function monthTimes(startMs: number, endMs: number, months: number): readonly number[] {
  const start = new Date(startMs);
  const first = Math.floor(((start.getFullYear() - 1970) * 12 + start.getMonth()) / months) * months;
  return timesBetween(startMs, endMs, (index) => new Date(1970, first + index * months).getTime());
}

/** Where the clocks leave a time out, `timeAt` tells one after it twice. */
function timesBetween(startMs: number, endMs: number, timeAt: (index: number) => number): readonly number[] {
  const times: number[] = [];
  for (let index = 0, time = timeAt(0); time <= endMs; time = timeAt(++index)) {
    if (time >= startMs && time > (times.at(-1) ?? -Infinity)) times.push(time);
  }
  return times;
}

/** `12:04:31`, `12:04` or `14 Feb`, as fine as the step asks; where a day begins, its date. */
function tickLabel(timeMs: number, step: number): string {
  const isDayStart = new Date(timeMs).setHours(0, 0, 0, 0) === timeMs;
  if (step >= DAY_MS || isDayStart) return formatDay(timeMs);
  return step < MINUTE_MS ? formatSecond(timeMs) : formatMinute(timeMs);
}
