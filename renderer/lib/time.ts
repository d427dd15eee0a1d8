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

/** `14:03` today, `14 Feb 09:12` this year, `14 Feb 2025 09:12` otherwise; local time. */
export function formatDateTime(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  const now = new Date(nowMs);
  const clock = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === now.toDateString()) return clock;
  const date = time.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(time.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
  return `${date} ${clock}`;
}

/** `12:04:31.208`, local time. */
export function formatClock(timeMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  const time = new Date(timeMs);
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** The whole truth for a tooltip: local date and time with milliseconds and zone, e.g. `Sat 21 Nov 2026, 12:04:31.208 UTC+1`. */
export function formatExact(timeMs: number): string {
  if (Number.isNaN(timeMs)) return '';
  const time = new Date(timeMs);
  const date = time.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(time)
    .find((part) => part.type === 'timeZoneName')?.value;
  return `${date.replace(',', '')}, ${formatClock(timeMs)} ${zone ?? ''}`.trimEnd();
}

/** `12:04:31.208` today, `14 Feb 12:04:31.208` otherwise; local time. */
export function formatDayClock(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  if (Number.isNaN(timeMs) || time.toDateString() === new Date(nowMs).toDateString())
    return formatClock(timeMs);
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `${day} ${formatClock(timeMs)}`;
}
