import { completeTime } from '../../collector/contract/read-time.ts';
import { formatDateTime, parseTime } from './time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type RangeId = '15m' | '1h' | '6h' | '24h' | '7d' | '30d';

export const TIME_RANGES: readonly {
  readonly id: RangeId;
  readonly label: string;
  readonly words: string;
  readonly lengthMs: number;
}[] = [
  { id: '15m', label: 'Last 15 min', words: 'the last 15 minutes', lengthMs: 15 * MINUTE_MS },
  { id: '1h', label: 'Last hour', words: 'the last hour', lengthMs: HOUR_MS },
  { id: '6h', label: 'Last 6 h', words: 'the last 6 hours', lengthMs: 6 * HOUR_MS },
  { id: '24h', label: 'Last 24 h', words: 'the last 24 hours', lengthMs: DAY_MS },
  { id: '7d', label: 'Last 7 days', words: 'the last 7 days', lengthMs: 7 * DAY_MS },
  { id: '30d', label: 'Last 30 days', words: 'the last 30 days', lengthMs: 30 * DAY_MS },
];

/** The time range as it stands in an address: a relative one, or both ends or one of a fixed one, or none: all. */
export type TimeSearch = {
  readonly range?: RangeId | undefined;
  /** ISO 8601, inclusive. */
  readonly from_timestamp?: string | undefined;
  readonly to_timestamp?: string | undefined;
};

/** The names of TimeSearch in an address: what every screen of a project keeps. */
export const TIME_KEYS = ['range', 'from_timestamp', 'to_timestamp'] as const;

/** Takes the time range off: undefined also where the router would keep what is not named. */
export const ALL_TIME: TimeSearch = { range: undefined, from_timestamp: undefined, to_timestamp: undefined };

export function readTimeSearch(raw: Readonly<Record<string, unknown>>): TimeSearch {
  const range = TIME_RANGES.find(({ id }) => id === raw['range']);
  if (range !== undefined) return { range: range.id };
  const { from_timestamp, to_timestamp } = raw;
  const from = typeof from_timestamp === 'string' ? completeTime(from_timestamp, 'from') : undefined;
  const to = typeof to_timestamp === 'string' ? completeTime(to_timestamp, 'to') : undefined;
  return {
    ...(from === undefined ? {} : { from_timestamp: from }),
    ...(to === undefined ? {} : { to_timestamp: to }),
  };
}

// A request's start moves in steps, so that a list of the last hour is not another list every moment.
const STEP_MS = 30_000;

/** What a request asks for: the start of a relative range moves on in steps of half a minute. */
export function timeBounds(
  search: TimeSearch,
  nowMs: number,
): { readonly from_timestamp?: string; readonly to_timestamp?: string } {
  const range = TIME_RANGES.find(({ id }) => id === search.range);
  if (range !== undefined) {
    const startMs = Math.floor(nowMs / STEP_MS) * STEP_MS - range.lengthMs;
    return { from_timestamp: new Date(startMs).toISOString() };
  }
  return {
    ...(search.from_timestamp === undefined ? {} : { from_timestamp: search.from_timestamp }),
    ...(search.to_timestamp === undefined ? {} : { to_timestamp: search.to_timestamp }),
  };
}

export function hasTimeRange(search: TimeSearch): boolean {
  return TIME_KEYS.some((key) => search[key] !== undefined);
}

/** `Last hour`, `14 Feb 09:12 – 15 Feb 09:12`, `14 Feb 09:12` for that minute, `Since …`, `Until …`, `All time`. */
export function describeRange(search: TimeSearch, nowMs: number): string {
  const range = TIME_RANGES.find(({ id }) => id === search.range);
  if (range !== undefined) return range.label;
  const say = (iso: string): string => formatDateTime(parseTime(iso), nowMs);
  const { from_timestamp: from, to_timestamp: to } = search;
  if (from !== undefined && to !== undefined) {
    // Within a minute both ends read the same.
    return say(from) === say(to) ? say(from) : `${say(from)} – ${say(to)}`;
  }
  if (from !== undefined) return `Since ${say(from)}`;
  return to === undefined ? 'All time' : `Until ${say(to)}`;
}

/** `the last hour` or `this time range`, for sentences. */
export function rangeInWords(search: TimeSearch): string {
  return TIME_RANGES.find(({ id }) => id === search.range)?.words ?? 'this time range';
}

/** The value of `<input type="datetime-local">` for a time, in local time to the minute; empty for none. */
export function toLocalInput(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(parseTime(iso));
  if (Number.isNaN(time.getTime())) return '';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/**
 * The range that the fields `from` and `to` ask for beside the one they were filled from. A field that still reads the
 * same keeps its time with what a field cannot say: its seconds, and which of an hour that comes twice. To is inclusive,
 * so what is typed there is a minute to its end.
 */
export function rangeOfInputs(value: TimeSearch, from: string, to: string): TimeSearch {
  const from_timestamp = timeOfInput(value.from_timestamp, from, 0);
  const to_timestamp = timeOfInput(value.to_timestamp, to, MINUTE_MS - 1);
  return {
    ...(from_timestamp === undefined ? {} : { from_timestamp }),
    ...(to_timestamp === undefined ? {} : { to_timestamp }),
  };
}

/** Undefined for an empty or half-filled field. */
function timeOfInput(value: string | undefined, text: string, laterMs: number): string | undefined {
  if (text === toLocalInput(value)) return value;
  const timeMs = new Date(text).getTime() + laterMs;
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}

export function isBackwards({ from_timestamp: from, to_timestamp: to }: TimeSearch): boolean {
  return from !== undefined && to !== undefined && parseTime(from) > parseTime(to);
}
