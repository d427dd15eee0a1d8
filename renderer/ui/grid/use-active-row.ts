import { useEffect, useEffectEvent, useState } from 'react';
import type { RowRange } from './paging.ts';

type Options<Row> = {
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowKey: (row: Row) => string;
  readonly rowCount: number | null;
  readonly viewKey: string;
  readonly selected?: string | null;
  readonly onSelect?: (row: Row | null) => void;
  /** The rows that exist. */
  readonly range: RowRange;
};

/**
 * The row that the keyboard stands on. Where a choice is kept outside (`selected`), the two follow each other: a row that
 * is walked to is told as soon as it is loaded, and a choice from outside is found among the rows in sight.
 */
export function useActiveRow<Row>(options: Options<Row>): [number | null, (index: number | null) => void] {
  const { rowAt, rowKey, range, viewKey, selected, onSelect } = options;
  const [place, setPlace] = useState<{ viewKey: string; index: number } | null>(null);
  const active = place?.viewKey === viewKey ? place.index : null;
  const [isAwaited, setIsAwaited] = useState(false);
  const keyAt = (index: number): string | null => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  };
  const setActive = (index: number | null): void => {
    setPlace(index === null ? null : { viewKey, index });
    const row = index === null ? null : rowAt(index);
    setIsAwaited(row === undefined);
    if (row !== undefined) onSelect?.(row);
  };
  const tellLoaded = useEffectEvent((): void => {
    const row = active === null ? undefined : rowAt(active);
    if (row === undefined) return;
    setIsAwaited(false);
    onSelect?.(row);
  });
  const isLoaded = active !== null && rowAt(active) !== undefined;
  useEffect(() => {
    if (isAwaited && isLoaded) tellLoaded();
  }, [isAwaited, isLoaded]);

  const follow = useEffectEvent((key: string | null): void => {
    if (isAwaited || (active !== null && keyAt(active) === key)) return;
    if (key === null) return setPlace(null);
    for (let index = range.first; index <= range.last; index += 1) {
      if (keyAt(index) === key) return setPlace({ viewKey, index });
    }
  });
  const firstKey = keyAt(range.first);
  useEffect(() => {
    if (selected !== undefined) follow(selected);
  }, [selected, firstKey]);
  return [active, setActive];
}
