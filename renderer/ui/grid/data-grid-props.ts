import type { Column, ColumnLayout } from './columns.ts';
import type { GridOrder } from './GridHead.tsx';
import type { RowRange } from './paging.ts';
import type { Checks } from './use-grid-checks.ts';

export type DataGridProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly layout?: ColumnLayout;
  readonly onLayout?: (layout: ColumnLayout) => void;
  /** Null while it is not known: a screenful of skeleton rows is shown. */
  readonly rowCount: number | null;
  readonly rowAt: (index: number) => Row | undefined;
  /** What the list is of: with another one it starts at its top. */
  readonly viewKey: string;
  readonly order: GridOrder | null;
  readonly onOrder: (field: string) => void;
  /** What makes two rows the same one, also when it moves. */
  readonly rowKey: (row: Row) => string;
  /** The key of the row that is chosen, of which something shows beside the list; null: of none. */
  readonly selected: string | null;
  /** Told the row that was chosen, or null. */
  readonly onSelect: (row: Row | null) => void;
  readonly onOpen: (row: Row) => void;
  readonly onRange: (range: RowRange) => void;
  /** Told when rows must not move: the list is scrolled down or a row is chosen. */
  readonly onHold: (isHeld: boolean) => void;
  /** How many rows wait above; pressing the pill shows them. */
  readonly newCount: number;
  /** The rows are old and new ones are on their way. */
  readonly isLoading?: boolean;
  readonly checks?: Checks<Row> | undefined;
  readonly isFresh?: (row: Row) => boolean;
  /** Whether a row begins with what one next to it has said: its cells may then tell more of what it adds. */
  readonly repeats?: ((row: Row, other: Row) => boolean) | undefined;
  /** Another one: the focus goes to the row at this place, which is not opened by that. */
  readonly resumeAt?: { readonly place: number } | null;
  /** CSS variables for the cells: what may change without drawing every row anew. */
  readonly variables?: Readonly<Record<`--${string}`, string | number>> | undefined;
};
