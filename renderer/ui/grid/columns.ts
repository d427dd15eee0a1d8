import type { ReactNode } from 'react';

export type CellContext = {
  /** 0 in the row that the keyboard stands on, else -1: only that row's buttons and links are reached with Tab. */
  readonly tabIndex: 0 | -1;
};

export type Column<Row> = {
  readonly id: string;
  readonly label: string;
  /** A track of CSS grid. */
  readonly track: string;
  /** What the list is ordered by when the head is pressed; absent: not by this column. */
  readonly orderBy?: string;
  readonly isNumber?: boolean;
  /** The table's width in pixels below which this column is left out. */
  readonly fromWidth?: number;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
};

/** The columns that a table of this width shows. */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  tableWidth: number,
): readonly Column<Row>[] {
  return columns.filter((column) => tableWidth >= (column.fromWidth ?? 0));
}
