import { LATEST_NANOS } from './format-time.ts';

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** What a SQLite integer holds; a time before it is as far as any that is stored. */
const EARLIEST_NANOS = -(2n ** 63n);

/** What a text does not say of its time, as an end of a range. Answers show six digits of a second. */
const UNSAID = {
  from: { minute: '00:00', second: '00', shown: '', hidden: '0' },
  to: { minute: '23:59', second: '59', shown: '999999', hidden: '9' },
} as const;
type RangeEnd = keyof typeof UNSAID;

/**
 * An ISO 8601 time as an end of a range, written out to the second and with its zone: UTC where it names none, a day or a minute
 * from its beginning or to its end. Undefined where it is none.
 */
export function completeTime(text: string, end: RangeEnd): string | undefined {
  const time = readParts(text, end);
  return time && `${time.second}${time.fraction === '' ? '' : `.${time.fraction}`}${time.zone}`;
}

/** Nanoseconds since 1970 of an ISO 8601 time (UTC where it names no zone), or undefined where it is none. */
export const parseTimestamp = (text: string): bigint | undefined => parse(text, 'from');

/**
 * The last nanosecond that is shown as this time: what was read in an answer includes that item as the end of a range. Of a
 * day or a minute its last one.
 */
export const parseEnd = (text: string): bigint | undefined => parse(text, 'to');

function parse(text: string, end: RangeEnd): bigint | undefined {
  const time = readParts(text, end);
  if (!time) return undefined;
  // Many programs leave out the microseconds of a whole second.
  const fraction = time.fraction.padEnd(6, '0').padEnd(9, UNSAID[end].hidden);
  const nanos = BigInt(Date.parse(time.second + time.zone)) * 1_000_000n + BigInt(fraction);
  if (nanos > LATEST_NANOS) return LATEST_NANOS;
  return nanos < EARLIEST_NANOS ? EARLIEST_NANOS : nanos;
}

interface Parts {
  /** The time up to its second. */
  readonly second: string;
  readonly fraction: string;
  readonly zone: string;
}

function readParts(text: string, end: RangeEnd): Parts | undefined {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return undefined;
  const unsaid = UNSAID[end];
  const [, day = '', minute = unsaid.minute, seconds, said = '', offset = 'Z'] = match;
  const second = `${day}T${minute}:${seconds ?? unsaid.second}`;
  const zone = offset
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  if (Number.isNaN(Date.parse(second + zone)) || !isDay(day)) return undefined;
  return { second, fraction: seconds === undefined ? unsaid.shown : said, zone };
}

/** Date takes February 30 for March 2. */
const isDay = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day);
