/** What the collector takes for a time (`store/reader/time.ts`), held to it by `agreement/timestamps.test.ts`. */
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * An end of a time range out of an address, written out; undefined where the collector would refuse it. UTC where it
 * names no zone, as there. A day or a minute is from its beginning, or to its end.
 */
export function readTimestamp(value: unknown, end: 'from' | 'to'): string | undefined {
  const match = typeof value === 'string' ? TIMESTAMP.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [, day = '', minute, second, fraction, zone = 'Z'] = match;
  const unsaid =
    end === 'from' ? { minute: '00:00', second: '00' } : { minute: '23:59', second: '59.999999' };
  const digits = fraction === undefined ? '' : `.${fraction}`;
  const clock = `${minute ?? unsaid.minute}:${second ?? unsaid.second}${digits}`;
  const text = `${day}T${clock}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`;
  return isDay(day) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Date takes February 30 for March 2. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
