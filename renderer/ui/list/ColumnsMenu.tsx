import { Columns3, Minus, Plus } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import {
  DEFAULT_LAYOUT,
  hasTwoLines,
  isColumnShown,
  LEAST_WIDTH,
  type Column,
  type ColumnLayout,
} from '../grid/columns.ts';
import { Popover } from '../controls/Popover.tsx';

const STEP = 24;

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  /** Around the table: what its columns measure now is read there. */
  readonly table: RefObject<HTMLElement | null>;
};

/** Which columns a table shows, and how wide: what dragging a head's edge does, for keys and single presses. */
export function ColumnsMenu<Row>(props: Props<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Columns"
      isOpen={isOpen}
      onOpen={setIsOpen}
      align="end"
      trigger={
        <Button className="h-6!" title="Choose the columns">
          <Columns3 size={13} aria-hidden className="text-ink-3" />
          <span className="max-sm:sr-only">Columns</span>
        </Button>
      }
    >
      <Choices {...props} />
    </Popover>
  );
}

/** Drawn only while the menu is open: it measures the table, for which the browser lays the page out at once. */
function Choices<Row>({ columns, layout, onLayout, table }: Props<Row>) {
  const movable = columns.filter((column) => column.isFixed !== true);
  const tableWidth = table.current?.clientWidth ?? window.innerWidth;
  const widthOf = ({ id }: Column<Row>): number => {
    const head = table.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
    return layout.widths[id] ?? head?.offsetWidth ?? LEAST_WIDTH;
  };
  const resize = (column: Column<Row>, by: number): void =>
    onLayout({
      ...layout,
      widths: { ...layout.widths, [column.id]: Math.max(LEAST_WIDTH, Math.round(widthOf(column) + by)) },
    });
  return (
    <div className="w-64 p-1">
      {movable.map((column) => (
        <div key={column.id} className="flex h-7 items-center rounded-sm pr-1 hover:bg-hover">
          <label className="flex h-full min-w-0 flex-1 items-center gap-2 px-2">
            <input
              type="checkbox"
              className="accent-accent"
              checked={isColumnShown(column, layout, tableWidth, hasTwoLines(tableWidth, innerWidth))}
              onChange={(event) =>
                onLayout({ ...layout, shown: { ...layout.shown, [column.id]: event.target.checked } })
              }
            />
            <span className="truncate">{column.label}</span>
          </label>
          <IconButton label={`Make ${column.label} narrower`} onClick={() => resize(column, -STEP)}>
            <Minus size={12} aria-hidden />
          </IconButton>
          <IconButton label={`Make ${column.label} wider`} onClick={() => resize(column, STEP)}>
            <Plus size={12} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="mt-1 border-t border-line pt-1">
        <button
          type="button"
          onClick={() => onLayout(DEFAULT_LAYOUT)}
          className="flex h-7 w-full items-center rounded-sm px-2 text-left hover:bg-hover"
        >
          Back to the default columns
        </button>
      </div>
    </div>
  );
}
