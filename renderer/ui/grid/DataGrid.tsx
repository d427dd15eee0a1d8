import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import { classNames } from '../class-names.ts';
import { useElementWidth } from '../use-element-width.ts';
import { fittingColumns, type Column } from './columns.ts';
import { GridHead, HEAD_HEIGHT, type GridOrder } from './GridHead.tsx';
import { GridRow, ROW_HEIGHT } from './GridRow.tsx';
import type { RowRange } from './paging.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { keptScroll, useKeptScroll } from './use-kept-scroll.ts';

export type DataGridProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Null while it is not known: a screenful of skeleton rows is shown. */
  readonly rowCount: number | null;
  readonly rowAt: (index: number) => Row | undefined;
  readonly order: GridOrder | null;
  readonly onOrder: (field: string) => void;
  /** What makes two rows the same one, also when it moves. */
  readonly rowKey: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
  readonly onRange: (range: RowRange) => void;
  /** Told when rows must not move: the list is scrolled down or a row is selected. */
  readonly onHold: (isHeld: boolean) => void;
  /** How many rows wait above; pressing the pill shows them. */
  readonly newCount: number;
  readonly isFresh?: (row: Row) => boolean;
  /** CSS variables for the cells: what may change without drawing every row anew. */
  readonly variables?: Readonly<Record<`--${string}`, string | number>>;
};

const SKELETON_ROWS = 18;

/** A table that scrolls smoothly at any length: a real grid with rows, of which only the visible ones exist. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rowCount, rowAt, onRange, onHold } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useElementWidth(scroller);
  const shown = useMemo(() => fittingColumns(columns, width), [columns, width]);
  const count = rowCount ?? SKELETON_ROWS;
  const [isAtTop, setIsAtTop] = useState(true);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    initialOffset: keptScroll,
    useFlushSync: false,
  });
  useKeptScroll(scroller);
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row !== undefined) props.onOpen(row);
  };
  const [active, setActive] = useGridKeys({
    grid: scroller,
    rowCount: rowCount ?? 0,
    onMove: (index) => virtualizer.scrollToIndex(index),
    onOpen: open,
  });
  const isHeld = !isAtTop || active !== null;
  useEffect(() => onHold(isHeld), [isHeld, onHold]);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange({ first, last }), [first, last, onRange]);
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('a, button') !== null) return;
    const index = Number(event.target.closest('[data-index]')?.getAttribute('data-index') ?? NaN);
    if (!Number.isNaN(index) && getSelection()?.isCollapsed !== false) open(index);
  };
  const showNew = (): void => {
    setActive(null);
    scroller.current?.scrollTo({ top: 0 });
  };
  const keyOf = distinctKeys((index) => {
    const row = rowAt(index);
    return row === undefined ? null : props.rowKey(row);
  });
  const bodyStyle: CSSProperties = { height: virtualizer.getTotalSize(), ...props.variables };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {props.newCount > 0 && <NewPill count={props.newCount} onClick={showNew} />}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        aria-busy={rowCount === null}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
        onScroll={(event) => setIsAtTop(event.currentTarget.scrollTop < ROW_HEIGHT / 2)}
      >
        <GridHead columns={shown} order={props.order} onOrder={props.onOrder} />
        {/* Keys are the grid's (use-grid-keys.ts). */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="rowgroup"
          className={classNames('relative', rowCount === null && 'loading')}
          style={bodyStyle}
          onClick={onClick}
        >
          {items.map((item) => (
            <GridRow
              key={keyOf(item.index)}
              id={`${id}-${item.index}`}
              index={item.index}
              top={item.start - HEAD_HEIGHT}
              columns={shown}
              row={rowCount === null ? undefined : rowAt(item.index)}
              isActive={item.index === active}
              isFresh={props.isFresh}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Keys that stay with their rows; a row that shows twice (a page was read before, another after an insert) gets its place. */
function distinctKeys(keyAt: (index: number) => string | null): (index: number) => string {
  const used = new Set<string>();
  return (index) => {
    const key = keyAt(index);
    if (key === null || used.has(key)) return `#${index}`;
    used.add(key);
    return key;
  };
}

function NewPill({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="num absolute top-9 left-1/2 z-20 -translate-x-1/2 rounded-full bg-accent px-3 py-1 text-sm font-medium text-on-accent shadow-pop"
    >
      ↑ {count} new
    </button>
  );
}
