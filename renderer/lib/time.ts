const ISO = /^(.*T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/;
/** As the collector writes every time: `2026-02-13T00:43:53.316465Z`. */
const LENGTH = 27;
const TO_MINUTE = 16;

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

/** `just now`, `12 s ago`, `3 min ago`, `2 h ago`, then the date and time. */
export function formatRelative(timeMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - timeMs) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds < -60) return formatDateTime(timeMs, nowMs);
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 12 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return formatDateTime(timeMs, nowMs);
}

// Made once: a formatter costs a hundred times what it formats. The zone is that of the page's start.
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dayOfWeek = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const zones = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** `14:03` today, `14 Feb 09:12` this year, `14 Feb 2025 09:12` otherwise; local time. */
export function formatDateTime(timeMs: number, nowMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  const time = new Date(timeMs);
  const now = new Date(nowMs);
  if (isSameDay(time, now)) return minutes.format(time);
  return `${dateOf(time, now)} ${minutes.format(time)}`;
}

/** `12:04:31.208`, local time. */
export function formatClock(timeMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  return `${clock.format(timeMs)}.${String(new Date(timeMs).getMilliseconds()).padStart(3, '0')}`;
}

/** The whole truth for a tooltip: local date and time with milliseconds and zone, e.g. `Sat 21 Nov 2026, 12:04:31.208 UTC+1`. */
export function formatExact(timeMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  const zone = zones.formatToParts(timeMs).find((part) => part.type === 'timeZoneName')?.value;
  return `${dayOfWeek.format(timeMs).replace(',', '')}, ${formatClock(timeMs)} ${zone ?? ''}`.trimEnd();
}

/** `12:04:31.208` today, `14 Feb 12:04:31.208` this year, `14 Feb 2025 12:04:31.208` otherwise; local time. */
export function formatDayClock(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  const now = new Date(nowMs);
  if (Number.isNaN(timeMs) || isSameDay(time, now)) return formatClock(timeMs);
  return `${dateOf(time, now)} ${formatClock(timeMs)}`;
}

/** No longer than a time of today with its milliseconds: `14 Feb 12:04:31` this year, `14 Feb 2025` otherwise; local time. */
export function formatShortClock(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  const now = new Date(nowMs);
  if (Number.isNaN(timeMs) || isSameDay(time, now)) return formatClock(timeMs);
  const date = dateOf(time, now);
  return time.getFullYear() === now.getFullYear() ? `${date} ${clock.format(time)}` : date;
}

function dateOf(time: Date, now: Date): string {
  return (time.getFullYear() === now.getFullYear() ? day : dayOfYear).format(time);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.getDate() === b.getDate() && a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear();
}
