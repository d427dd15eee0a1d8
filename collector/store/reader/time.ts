const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** What a SQLite integer holds; a time beyond it is as far as any that is stored. */
const LATEST = 2n ** 63n - 1n;
const EARLIEST = -(2n ** 63n);

/** Nanoseconds since 1970 of an ISO 8601 time (UTC where it names no zone), or undefined where it is none. */
export const parseTimestamp = (text: string): bigint | undefined => parse(text, '0');

/** The last nanosecond that is shown as this time: what was read in an answer includes that item as the end of a range. */
export const parseEnd = (text: string): bigint | undefined => parse(text, '9');

/** `unshown`: what follows the microseconds, as far as the text does not say. */
function parse(text: string, unshown: '0' | '9'): bigint | undefined {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return undefined;
  const [, day = '', minute = '00:00', second = '00', fraction = '', zone = 'Z'] = match;
  const millis = Date.parse(`${day}T${minute}:${second}${zone.toUpperCase()}`);
  if (Number.isNaN(millis) || !isDay(day)) return undefined;
  const nanos = BigInt(millis) * 1_000_000n + BigInt(fraction.padEnd(6, '0').padEnd(9, unshown));
  if (nanos > LATEST) return LATEST;
  return nanos < EARLIEST ? EARLIEST : nanos;
}

/** Date takes February 30 for March 2. */
const isDay = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day);
