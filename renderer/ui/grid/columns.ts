import type { ReactNode } from 'react';
import type { CsvValue } from '../../lib/csv.ts';

export type CellContext = {
  /** 0 in the row that the keyboard stands on, else -1: only that row's buttons and links are reached with Tab. */
  readonly tabIndex: 0 | -1;
  /** A row beside it begins as it does (`repeats` of the table). */
  readonly isRepeated: boolean;
  /** Whether the row has the cell of a column as well. */
  readonly hasCell: (column: string) => boolean;
};

export type Column<Row> = {
  readonly id: string;
  readonly label: string;
  /** A track of CSS grid: a width in pixels, or `minmax(least px, share fr or most px)`. */
  readonly track: string;
  /** What the list is ordered by when the head is pressed; absent: not by this column. */
  readonly orderBy?: string;
  /** The list is always in this order of the column; its head says so and cannot be pressed. */
  readonly fixedOrder?: 'ascending' | 'descending';
  readonly isNumber?: boolean;
  /** Always shown, at its own width. */
  readonly isFixed?: boolean;
  /** The table's width in pixels below which this column is left out, unless it was chosen. */
  readonly fromWidth?: number;
  /** In a table with two lines a row it stands in the second (`hasTwoLines`). */
  readonly isBelow?: true;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** What the cell comes to in an exported table; absent: the column is not exported. */
  readonly value?: (row: Row) => CsvValue;
  /** What `value` is counted in, said in the head of an exported table: cells have their units beside them. */
  readonly valueUnit?: string;
};

/** What somebody changed about the columns of a table, by their ids. */
export type ColumnLayout = {
  /** Shown or hidden by choice; the others follow the table's width. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** In pixels. */
  readonly widths: Readonly<Record<string, number>>;
};

export const DEFAULT_LAYOUT: ColumnLayout = { shown: {}, widths: {} };
export const LEAST_WIDTH = 44;
/** Between columns, and at both ends of a row. */
const GAP = 16;
/** What the boxes take by which rows are checked. */
export const CHECK_WIDTH = 30;

/**
 * Whether rows have a second line, for what a phone's width has no room beside the name for. By the window as well: a table beside which a
 * row opens must not move its rows.
 */
export function hasTwoLines(tableWidth: number, windowWidth: number): boolean {
  return tableWidth < 456 && windowWidth < 560;
}

export function isColumnShown<Row>(
  column: Column<Row>,
  { shown }: ColumnLayout,
  tableWidth: number,
  isTwoLined: boolean,
): boolean {
  if (column.isFixed === true) return true;
  return (
    shown[column.id] ?? ((isTwoLined && column.isBelow === true) || tableWidth >= (column.fromWidth ?? 0))
  );
}

/** The columns that a table of this width shows: in the line of a row, and below it, where numbers end it. */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  tableWidth: number,
  isTwoLined: boolean,
): { readonly line: readonly Column<Row>[]; readonly below: readonly Column<Row>[] } {
  const fitting = columns.filter((column) => isColumnShown(column, layout, tableWidth, isTwoLined));
  const isUnder = (column: Column<Row>): boolean => isTwoLined && column.isBelow === true;
  const [numbers, texts] = [true, false].map((isNumber) =>
    fitting.filter((column) => isUnder(column) && (column.isNumber === true) === isNumber),
  );
  return { line: fitting.filter((column) => !isUnder(column)), below: [...texts!, ...numbers!] };
}

/** The tracks of the second line: numbers are whole and share what texts leave; where that is too little, these are cut. */
export function tracksBelow<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .map(({ track, isNumber }) =>
      isNumber === true ? 'minmax(min-content,1fr)' : track.replace(/^(\d+px)$/, 'minmax(0,$1)'),
    )
    .join(' ');
}

/** The tracks of CSS grid for columns, and the least width at which they fit. */
export function gridTracks<Row>(
  columns: readonly Column<Row>[],
  { widths }: ColumnLayout,
): { readonly template: string; readonly leastWidth: number } {
  const tracks = columns.map(({ id, track, isFixed }) => {
    const width = isFixed === true ? undefined : widths[id];
    return width === undefined ? track : `${Math.max(LEAST_WIDTH, width)}px`;
  });
  const least = tracks.reduce((sum, track) => sum + leastOf(track), 0);
  return { template: tracks.join(' '), leastWidth: least + GAP * (columns.length + 1) };
}

/** The place of the column that has most room beside its label however narrow it gets: one of text. */
export function roomiestColumn<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): number {
  const rooms = columns.map((column) => {
    const room = leastOf(gridTracks([column], layout).template) - column.label.length * LETTER_PX;
    return column.isNumber === true ? -Infinity : room;
  });
  return Math.max(0, rooms.indexOf(Math.max(...rooms)));
}

/** A letter of the head, and a little more. */
const LETTER_PX = 7;

/** `84px` and `minmax(170px,2fr)` are at least their pixels wide. */
function leastOf(track: string): number {
  return Number(/(\d+(?:\.\d+)?)px/.exec(track)?.[1] ?? 0);
}
