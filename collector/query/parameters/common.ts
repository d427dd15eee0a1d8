import { parseEnd, parseTimestamp } from '../../contract/read-time.ts';
import { ApiError } from '../../errors.ts';
import type { Order } from '../../store/reader/list-query.ts';
import { parseSearch, type SearchTerm } from '../../store/search/search-terms.ts';

/** What every list of a project takes in its query. */
export interface ListQuery {
  readonly order_by?: string;
  readonly from_timestamp?: string;
  readonly to_timestamp?: string;
}

/** `order_by`, or `standard` where it is absent, throwing INVALID_ORDER_BY where it names none of `fields`. */
export function orderOf({ order_by: text }: ListQuery, fields: readonly string[], standard: string): Order {
  const [field = '', direction = 'desc', ...rest] = (text ?? standard).split(':');
  if (fields.includes(field) && (direction === 'asc' || direction === 'desc') && rest.length === 0)
    return { field, direction };
  throw new ApiError(
    'INVALID_ORDER_BY',
    `order_by must be one of ${fields.join(', ')}, with :asc or :desc, not ${JSON.stringify(text)}`,
  );
}

/** `from_timestamp` and `to_timestamp` in nanoseconds, both inclusive for what is shown as they are written. */
export function timeRange(query: ListQuery): { from: bigint | undefined; to: bigint | undefined } {
  return {
    from: timestamp('from_timestamp', query.from_timestamp, parseTimestamp),
    to: timestamp('to_timestamp', query.to_timestamp, parseEnd),
  };
}

function timestamp(name: string, text: string | undefined, parse: typeof parseTimestamp): bigint | undefined {
  if (text === undefined) return undefined;
  // A `+` that was not encoded comes as a space.
  const nanos = parse(text.replace(/ (?=\d{2}:?\d{2}$)/, '+'));
  if (nanos === undefined) throw new ApiError('VALIDATION_ERROR', `${name} must be an ISO 8601 time`);
  return nanos;
}

/** `environment` given once, repeated, or as a JSON array in one. */
export function environmentOf(values: readonly string[] | undefined): string[] | undefined {
  return values?.flatMap((value) => {
    if (!value.startsWith('[')) return [value];
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed;
    } catch {
      // Falls through to the error below: one answer for both ways to be wrong.
    }
    throw new ApiError('VALIDATION_ERROR', 'environment must be a name or a JSON array of names');
  });
}

/** `time_zone` in its one spelling. */
export function timeZoneOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Offsets are refused: what is known of each zone is kept, and there are thousands of offsets but a few hundred names.
    if (!/^[+-]/.test(timeZone)) return timeZone;
  } catch {
    // Falls through to the error below.
  }
  throw new ApiError(
    'VALIDATION_ERROR',
    'time_zone must be the IANA name of a time zone, like Europe/Berlin',
  );
}

/** Each term is a lookup of its own. */
const MAX_TERMS = 32;

/** `search` as terms; undefined where nothing was typed. Whatever else it is, it finds what it finds. */
export function searchOf(text: string | undefined): SearchTerm[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const terms = parseSearch(text);
  if (terms.length <= MAX_TERMS) return terms;
  throw new ApiError(
    'VALIDATION_ERROR',
    `search may have ${MAX_TERMS} words, not ${terms.length}: put what stands together into double quotes`,
  );
}
