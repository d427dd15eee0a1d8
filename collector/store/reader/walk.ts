import type { RawInteger } from '../../contract/unscoped.ts';
import { rawJSON } from '../../lib/raw-json.ts';
import type { Statements } from './list-query.ts';
import { NO_TIE, type Place } from './cursor.ts';

/** Where a page of a walk begins; a walk that begins has no place yet. */
export interface WalkRequest {
  readonly from: Place | undefined;
  readonly limit: number;
}

/** One page of rows, and the place of the last one where there are more. */
export interface WalkPage<Row> {
  readonly rows: Row[];
  readonly next: Place | null;
}

/** A row with its place in the list: `place_key` in digits, since it exceeds what a number holds. */
export interface PlacedRow {
  readonly place_key: string;
  readonly place_id: number;
}

/** Before every row: no stored time is later, no id larger. */
const BEGINNING = { key: 2n ** 63n - 1n, tie: 'f'.repeat(16), id: Number.MAX_SAFE_INTEGER };

/** The place to go on from; for a new walk the beginning, with the last row of now as its bound. */
export function placeOf(
  statements: Statements,
  table: 'traces' | 'spans' | 'sessions',
  from: Place | undefined,
): Place {
  return (
    from ?? {
      ...BEGINNING,
      bound: statements.count(`SELECT COALESCE(MAX(id), 0) AS n FROM ${table}`, []),
    }
  );
}

/** Cuts what was read, one row more than the page holds, into the page. */
export function pageOf<Row extends PlacedRow>(
  rows: readonly Row[],
  { bound }: Place,
  limit: number,
  tieOf: (row: Row) => string = () => NO_TIE,
): WalkPage<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last === undefined || rows.length <= limit) return { rows: page, next: null };
  const next = { bound, key: BigInt(last.place_key), tie: tieOf(last), id: last.place_id };
  return { rows: page, next };
}

/** The digits of a SQLite integer, read as text, for an answer. */
export const rawInteger = (digits: string): RawInteger => rawJSON(digits);
