const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** What a SQLite integer holds; a time beyond it is as far as any that is stored. */
const LATEST = 2n ** 63n - 1n;
const EARLIEST = -(2n ** 63n);

/** What a text does not say of its time: the clock, the seconds, and a digit of what follows them. */
interface Unsaid {
  readonly minute: string;
  readonly second: string;
  readonly digit: '0' | '9';
}
const BEGINNING: Unsaid = { minute: '00:00', second: '00', digit: '0' };
const END: Unsaid = { minute: '23:59', second: '59', digit: '9' };

/** Nanoseconds since 1970 of an ISO 8601 time (UTC where it names no zone), or undefined where it is none. */
export const parseTimestamp = (text: string): bigint | undefined => parse(text, BEGINNING);

/**
 * The last nanosecond that is shown as this time: what was read in an answer includes that item as the end of a range. Of a
 * day or a minute its last one.
 */
export const parseEnd = (text: string): bigint | undefined => parse(text, END);

function parse(text: string, unsaid: Unsaid): bigint | undefined {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return undefined;
  const [, day = '', minute = unsaid.minute, second, fraction = '', zone = 'Z'] = match;
  const millis = Date.parse(`${day}T${minute}:${second ?? unsaid.second}${zone.toUpperCase()}`);
  if (Number.isNaN(millis) || !isDay(day)) return undefined;
  // Many programs leave out the microseconds of a whole second.
  const micros = fraction.padEnd(6, second === undefined ? unsaid.digit : '0');
  const nanos = BigInt(millis) * 1_000_000n + BigInt(micros.padEnd(9, unsaid.digit));
  if (nanos > LATEST) return LATEST;
  return nanos < EARLIEST ? EARLIEST : nanos;
}

/** Date takes February 30 for March 2. */
const isDay = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day);
