import { ApiError } from '../errors.ts';
import { readCursor, writeCursor, type CursorList, type Place } from '../store/reader/cursor.ts';
import type { WalkPage } from '../store/reader/walk.ts';

/** What a list that is walked by cursor is asked with. */
export interface FromCursor {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Throws INVALID_CURSOR for anything that this list did not hand out. */
export function fromCursor(list: CursorList, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const place = readCursor(list, cursor);
  if (place) return place;
  throw new ApiError('INVALID_CURSOR', 'cursor must be the next_cursor of an answer of this list');
}

export function toCursor(
  list: CursorList,
  { next }: WalkPage<unknown>,
): { next_cursor: string | null; has_more: boolean } {
  return { next_cursor: next && writeCursor(list, next), has_more: next !== null };
}
