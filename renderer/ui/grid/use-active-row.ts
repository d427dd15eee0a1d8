import { useEffect, useEffectEvent, useState } from 'react';
import { findKey, followRow, type KeyAt } from './find-row.ts';
import type { RowRange } from './paging.ts';

type Options<Row> = {
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowKey: (row: Row) => string;
  readonly viewKey: string;
  readonly selected: string | null;
  readonly onSelect: (row: Row | null) => void;
  /** Null while it is not known. */
  readonly rowCount: number | null;
  /** The rows that exist. */
  readonly range: RowRange;
};

/** Where somebody went last. */
type Place = {
  readonly viewKey: string;
  readonly index: number | null;
  /** Of the row there; null for no row, and while it is not loaded. */
  readonly key: string | null;
  /** The row was not loaded when it was gone to: it is told when it is. */
  readonly isAwaited: boolean;
  /** What is kept outside (`selected`) has not followed yet. */
  readonly isAhead: boolean;
  /** It was stood on without being chosen: it is the place as long as nothing is. */
  readonly isUnchosen?: boolean;
};

type ActiveRow = {
  /** Where it is; null for no row, and while it is not among those near. */
  readonly active: number | null;
  readonly setActive: (index: number | null) => void;
  /** Stands on a row without choosing it. */
  readonly standAt: (index: number) => void;
  /** Where it was, once it is gone: whoever moves on goes on from there. */
  readonly lostAt: number | null;
};

/**
 * The row that the keyboard stands on, wherever it moves to. The choice itself is kept outside (`selected`), and the two follow
 * each other: a row that is walked to is told as soon as it is loaded, and a choice from outside is found among the rows in
 * sight.
 */
export function useActiveRow<Row>(options: Options<Row>): ActiveRow {
  const { rowAt, rowKey, rowCount, range, viewKey, selected, onSelect } = options;
  const [kept, setPlace] = useState<Place | null>(null);
  const place = kept?.viewKey === viewKey ? kept : null;
  const keyAt = (index: number): string | null => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  };
  const at = placeNow(place, range, keyAt);
  const found = at !== null && rowCount !== null && at >= rowCount ? null : at;
  if (place !== null) {
    const loadedKey = place.index === null || place.key !== null ? place.key : keyAt(place.index);
    const index = found ?? place.index;
    const hasFollowed =
      place.isAhead && !(place.index !== null && loadedKey === null) && selected === loadedKey;
    if (loadedKey !== place.key || index !== place.index || hasFollowed) {
      setPlace({ ...place, index, key: loadedKey, isAhead: place.isAhead && !hasFollowed });
    }
  }
  const setActive = (index: number | null): void => {
    const row = index === null ? null : rowAt(index);
    const key = row === null || row === undefined ? null : rowKey(row);
    setPlace({ viewKey, index, key, isAwaited: row === undefined, isAhead: true });
    if (row !== undefined) onSelect(row);
  };
  const standAt = (index: number): void =>
    setPlace({ viewKey, index, key: keyAt(index), isAwaited: false, isAhead: false, isUnchosen: true });
  const tell = useEffectEvent((): void => {
    const row = found === null ? undefined : rowAt(found);
    if (row !== undefined) onSelect(row);
  });
  const awaited = place?.isAwaited === true ? place.key : null;
  useEffect(() => {
    if (awaited !== null) tell();
  }, [awaited]);

  const isOwn =
    place?.isAhead === true ||
    (place !== null && (place.key === selected || (place.isUnchosen === true && selected === null)));
  const common = { setActive, standAt };
  if (isOwn) return { ...common, active: found, lostAt: found === null ? (place?.index ?? null) : null };
  const active = selected === null ? null : findKey(selected, range, keyAt);
  return { ...common, active, lostAt: null };
}

/** Where the row of a place is now; null for no row, and once it is nowhere near. */
function placeNow(place: Place | null, inSight: RowRange, keyAt: KeyAt): number | null {
  if (place === null || place.index === null || place.key === null) return place?.index ?? null;
  return followRow(place.key, place.index, inSight, keyAt);
}
