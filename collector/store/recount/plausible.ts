import { OBSERVATION_TYPES, SPAN_CATEGORIES } from '../../contract/span-names.ts';
import { parseRecordedJson } from '../../lib/recorded-json.ts';
import type { SpanColumns } from '../rows/span-row.ts';

/* Rows of a damaged page may be read without an error and say what can't be. */

const CATEGORIES: ReadonlySet<unknown> = new Set(SPAN_CATEGORIES);
const TYPES: ReadonlySet<unknown> = new Set(OBSERVATION_TYPES);
const LISTS = ['finishReasons', 'tags', 'metadata'] as const;

export const isTraceId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{32}$/.test(id);

/** Whether the columns hold what readers rely on without checking it. */
export function isPlausibleSpan(columns: SpanColumns): boolean {
  const { spanId, name, category, observationType, kind, statusCode, startNs, endNs } = columns;
  return (
    /^[0-9a-f]{16}$/.test(spanId) &&
    typeof name === 'string' &&
    CATEGORIES.has(category) &&
    TYPES.has(observationType) &&
    [kind, statusCode].every(Number.isInteger) &&
    [startNs, endNs].every((time: unknown) => typeof time === 'bigint') &&
    LISTS.every((list) => columns[list] === null || isJson(columns[list]))
  );
}

function isJson(text: string): boolean {
  try {
    parseRecordedJson(text);
    return true;
  } catch {
    return false;
  }
}
