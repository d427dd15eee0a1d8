const MINUTE_MICROS = 60_000_000;
let lastMinute = Number.NaN;
let lastPrefix = '';

/** Microseconds since 1970 as answers have times: UTC with six decimals, e.g. `2026-02-13T00:43:53.316465Z`. */
export function formatMicros(micros: number): string {
  // The times of a list or a trace are mostly of the same minute: the calendar is asked once.
  const minute = Math.floor(micros / MINUTE_MICROS);
  if (minute !== lastMinute) {
    lastPrefix = new Date(minute * 60_000).toISOString().slice(0, -7);
    lastMinute = minute;
  }
  const rest = String(micros - minute * MINUTE_MICROS).padStart(8, '0');
  return `${lastPrefix}${rest.slice(0, 2)}.${rest.slice(2)}Z`;
}

/** The year 2262: what is stored of times ends there, since a SQLite integer holds no later one. */
export const LATEST_NANOS = 2n ** 63n - 1n;

/** A time as OTLP has it, rounded down to what is shown; a later one than the database can hold as the last that it can. */
export const formatNanos = (nanos: bigint): string =>
  formatMicros(Number((nanos > LATEST_NANOS ? LATEST_NANOS : nanos) / 1000n));
