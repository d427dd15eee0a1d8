const ISO = /^(.*T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/;
/** As the collector writes every time: `2026-02-13T00:43:53.316465Z`. */
const LENGTH = 27;
const TO_MINUTE = 16;
const HOUR_MS = 3_600_000;

let lastMinute = '';
let lastMinuteMs = Number.NaN;

/**
 * Milliseconds since 1970 of an ISO 8601 timestamp, as a float that keeps the microseconds (Date.parse cuts them off,
 * and spans of one trace differ by them). NaN when it is no timestamp.
 */
export function parseTime(iso: string): number {
  return parseOwn(iso) ?? parseAny(iso);
}

/** A trace has two times a span, mostly of the minute before: they are read without a look at the calendar. */
function parseOwn(iso: string): number | null {
  if (iso.length !== LENGTH || !iso.endsWith('Z') || iso[19] !== '.') return null;
  const seconds = Number(iso.slice(17, 26));
  if (!(seconds < 60)) return null;
  const minute = iso.slice(0, TO_MINUTE);
  if (minute !== lastMinute) {
    lastMinuteMs = Date.parse(`${minute}:00Z`);
    lastMinute = minute;
  }
  return lastMinuteMs + seconds * 1000;
}

function parseAny(iso: string): number {
  const match = ISO.exec(iso);
  if (match === null) return Date.parse(iso);
  const whole = Date.parse(`${match[1]}${match[3]}`);
  const fraction = match[2] === undefined ? 0 : Number(`0.${match[2]}`) * 1000;
  return whole + fraction;
}

/** `just now`, `12 s ago`, `3 min ago`, `2 h ago`, then the date and time; of another year the date alone, as long as those. */
export function formatRelative(timeMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - timeMs) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds >= -60 && seconds < 12 * 3600) return formatAge(seconds);
  return isSameYear(new Date(timeMs), new Date(nowMs))
    ? formatDateTime(timeMs, nowMs)
    : dayOfYear.format(timeMs);
}

function formatAge(seconds: number): string {
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3600)} h ago`;
}

// Made once: a formatter costs a hundred times what it formats. The zone is that of the page's start.
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const monthOfYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dayOfWeek = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const zones = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** `14:03` today, `14 Feb 09:12` this year, `14 Feb 2025 09:12` otherwise; local time, as formatMinute tells it. */
export function formatDateTime(timeMs: number, nowMs: number): string {
  return withDay(timeMs, nowMs, formatMinute);
}

/** `12:04`, local time; with its zone (`01:30 CET`) where it comes twice on that day. */
export function formatMinute(timeMs: number): string {
  const text = minutes.format(timeMs);
  return comesTwice(timeMs) ? `${text} ${zoneOf(timeMs)}` : text;
}

/** Whether the clocks show this time of day twice, as they do in the hour before and after they go back. */
function comesTwice(timeMs: number): boolean {
  const offset = (ms: number): number => new Date(ms).getTimezoneOffset() * 60_000;
  // No zone's clocks go back by more than two hours, and none do so twice within weeks.
  const [own, before, after] = [offset(timeMs), offset(timeMs - 2 * HOUR_MS), offset(timeMs + 2 * HOUR_MS)];
  const backMs = after - before;
  if (backMs <= 0) return false;
  return own === before ? offset(timeMs + backMs) === after : offset(timeMs - backMs) === before;
}

/** `12:04:31`, local time; empty for no time. */
export function formatSecond(timeMs: number): string {
  return Number.isNaN(timeMs) ? '' : clock.format(timeMs);
}

/** `14 Feb`, local time. */
export function formatDay(timeMs: number): string {
  return day.format(timeMs);
}

/** `14 Feb 2025`, local time. */
export function formatDayOfYear(timeMs: number): string {
  return dayOfYear.format(timeMs);
}

/** `Feb 2025`, local time. */
export function formatMonth(timeMs: number): string {
  return monthOfYear.format(timeMs);
}

/** `12:04:31.208`, local time; empty for no time. */
function formatClock(timeMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  return `${formatSecond(timeMs)}.${String(new Date(timeMs).getMilliseconds()).padStart(3, '0')}`;
}

/** The whole truth for a tooltip: local date and time with milliseconds and zone, e.g. `Sat 21 Nov 2026, 12:04:31.208 UTC+1`. */
export function formatExact(timeMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  return `${dayOfWeek.format(timeMs).replace(',', '')}, ${formatClock(timeMs)} ${zoneOf(timeMs)}`.trimEnd();
}

/** The IANA name of the local zone. */
export const localZone = (): string => zones.resolvedOptions().timeZone;

/** Clocks change at quarters of an hour, if at all. */
const ZONE_MS = 15 * 60_000;
let lastQuarter = Number.NaN;
let lastZone = '';

function zoneOf(timeMs: number): string {
  // The times of a list are mostly close to each other, and the zone's name takes longer than all the rest.
  const quarter = Math.floor(timeMs / ZONE_MS);
  if (quarter !== lastQuarter) {
    lastZone = zoneNameAt(timeMs);
    lastQuarter = quarter;
  }
  return lastZone;
}

function zoneNameAt(timeMs: number): string {
  return zones.formatToParts(timeMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** `12:04:31.208` today, `14 Feb 12:04:31.208` this year, `14 Feb 2025 12:04:31.208` otherwise; local time. */
export function formatDayClock(timeMs: number, nowMs: number): string {
  return withDay(timeMs, nowMs, formatClock);
}

/** `12:04:31` today, `14 Feb 12:04:31` this year, `14 Feb 2025 12:04:31` otherwise; local time. */
export function formatDaySecond(timeMs: number, nowMs: number): string {
  return withDay(timeMs, nowMs, formatSecond);
}

/** No longer than a time of today with its milliseconds: `14 Feb 12:04:31` this year, `14 Feb 2025` otherwise; local time. */
export function formatShortClock(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  const now = new Date(nowMs);
  if (Number.isNaN(timeMs) || isSameDay(time, now)) return formatClock(timeMs);
  const date = dateOf(time, now);
  return isSameYear(time, now) ? `${date} ${clock.format(time)}` : date;
}

/** A time of day, with its date before it unless that is today's; empty for no time. */
function withDay(timeMs: number, nowMs: number, timeOfDay: (timeMs: number) => string): string {
  if (Number.isNaN(timeMs)) return '';
  const time = new Date(timeMs);
  const now = new Date(nowMs);
  return isSameDay(time, now) ? timeOfDay(timeMs) : `${dateOf(time, now)} ${timeOfDay(timeMs)}`;
}

function dateOf(time: Date, now: Date): string {
  return (isSameYear(time, now) ? day : dayOfYear).format(time);
}

function isSameYear(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear();
}

function isSameDay(a: Date, b: Date): boolean {
  return a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && isSameYear(a, b);
}
