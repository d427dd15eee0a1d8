import { useEffect, useEffectEvent, useState } from 'react';
import type { RowRange } from './paging.ts';

type Options<Row> = {
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowKey: (row: Row) => string;
  readonly viewKey: string;
  readonly selected?: string | null;
  readonly onSelect?: (row: Row | null) => void;
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
};

/**
 * The row that the keyboard stands on. Where a choice is kept outside (`selected`), the two follow each other: a row that
 * is walked to is told as soon as it is loaded, and a choice from outside is found among the rows in sight.
 */
export function useActiveRow<Row>(options: Options<Row>): [number | null, (index: number | null) => void] {
  const { rowAt, rowKey, range, viewKey, selected, onSelect } = options;
  const [kept, setPlace] = useState<Place | null>(null);
  const place = kept?.viewKey === viewKey ? kept : null;
  const keyAt = (index: number): string | null => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  };
  if (place !== null) {
    const loadedKey = place.index === null || place.key !== null ? place.key : keyAt(place.index);
    const hasFollowed =
      place.isAhead && !(place.index !== null && loadedKey === null) && selected === loadedKey;
    if (loadedKey !== place.key || hasFollowed) {
      setPlace({ ...place, key: loadedKey, isAhead: place.isAhead && !hasFollowed });
    }
  }
  const setActive = (index: number | null): void => {
    const row = index === null ? null : rowAt(index);
    const key = row === null || row === undefined ? null : rowKey(row);
    setPlace({ viewKey, index, key, isAwaited: row === undefined, isAhead: selected !== undefined });
    if (row !== undefined) onSelect?.(row);
  };
  const tell = useEffectEvent((index: number): void => {
    const row = rowAt(index);
    if (row !== undefined) onSelect?.(row);
  });
  const awaited = place?.isAwaited === true && place.key !== null ? place.index : null;
  useEffect(() => {
    if (awaited !== null) tell(awaited);
  }, [awaited]);

  const isOwn =
    selected === undefined || place?.isAhead === true || (place !== null && place.key === selected);
  if (isOwn) return [place?.index ?? null, setActive];
  return [selected === null ? null : findKey(selected, range, keyAt), setActive];
}

function findKey(
  key: string,
  { first, last }: RowRange,
  keyAt: (index: number) => string | null,
): number | null {
  for (let index = first; index <= last; index += 1) if (keyAt(index) === key) return index;
  return null;
}
