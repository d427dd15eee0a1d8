import { useState } from 'react';

export type TickedRows<Row> = {
  /** By their keys, as they were when they were ticked. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly set: (rows: ReadonlyMap<string, Row>) => void;
  /** Takes a row's tick away. */
  readonly untick: (row: Row) => void;
};

/** The ticked rows of the list that `viewKey` names: another one begins without ticks. */
export function useTickedRows<Row>(viewKey: string, keyOf: (row: Row) => string): TickedRows<Row> {
  type Kept = { readonly viewKey: string; readonly rows: ReadonlyMap<string, Row> };
  const [kept, setKept] = useState<Kept>({ viewKey, rows: new Map() });
  const untick = (row: Row): void =>
    setKept((before) => {
      if (before.viewKey !== viewKey) return before;
      const rows = new Map(before.rows);
      rows.delete(keyOf(row));
      return { viewKey, rows };
    });
  return {
    rows: kept.viewKey === viewKey ? kept.rows : new Map(),
    set: (rows) => setKept({ viewKey, rows }),
    untick,
  };
}
