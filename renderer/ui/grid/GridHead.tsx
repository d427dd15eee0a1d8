import { useRef, type PointerEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { LEAST_WIDTH, type Column } from './columns.ts';
import { SecondLine } from './SecondLine.tsx';

export const HEAD_HEIGHT = 30;
const HEAD_BELOW_HEIGHT = 22;

/** In pixels, with the labels of a second line. */
export const headHeight = (below: readonly unknown[]): number =>
  HEAD_HEIGHT + (below.length === 0 ? 0 : HEAD_BELOW_HEIGHT);

export type GridOrder = { readonly field: string; readonly isDescending: boolean };

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  /** Of the second line, if there is one. */
  readonly below: readonly Column<Row>[];
  readonly order: GridOrder | null;
  readonly onOrder: (field: string) => void;
  /** Told a column's new width in pixels while its edge is dragged; null: back to its own. */
  readonly onResize: ((id: string, width: number | null) => void) | undefined;
  /** The box that ticks all rows. */
  readonly checkAll: ReactNode;
};

export function GridHead<Row>({ columns, below, order, onOrder, onResize, checkAll }: Props<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-bg">
      <div
        role="row"
        aria-rowindex={1}
        className="grid auto-rows-[22px] grid-rows-[30px] [grid-template-columns:var(--tracks)] items-center gap-x-4 border-b border-line px-4 text-xs text-ink-3"
        style={{ height: headHeight(below) }}
      >
        {checkAll !== null && <div role="columnheader">{checkAll}</div>}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} order={order} onOrder={onOrder} onResize={onResize} />
        ))}
        <SecondLine columns={below}>
          {below.map((column) => (
            <HeadCell key={column.id} column={column} order={order} onOrder={onOrder} onResize={undefined} />
          ))}
        </SecondLine>
      </div>
    </div>
  );
}

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly order: GridOrder | null;
  readonly onOrder: (field: string) => void;
  readonly onResize: ((id: string, width: number | null) => void) | undefined;
};

function HeadCell<Row>({ column, order, onOrder, onResize }: CellProps<Row>) {
  const { id, label, orderBy, fixedOrder, isNumber } = column;
  const isOrdered = orderBy !== undefined && order?.field === orderBy;
  const sort = isOrdered ? (order.isDescending ? 'descending' : 'ascending') : 'none';
  return (
    <div
      role="columnheader"
      data-column={id}
      aria-sort={orderBy === undefined ? fixedOrder : sort}
      className={classNames(
        'group/head relative flex h-full min-w-0 items-center',
        isNumber === true && 'justify-end',
      )}
    >
      {orderBy === undefined ? (
        label === '' ? (
          <span className="sr-only">{id}</span>
        ) : (
          <span className={classNames('truncate', fixedOrder !== undefined && 'font-medium text-ink')}>
            {label}
            {fixedOrder !== undefined && <Arrow isDescending={fixedOrder === 'descending'} />}
          </span>
        )
      ) : (
        <button
          type="button"
          onClick={() => onOrder(orderBy)}
          className={classNames(
            'group size-full truncate rounded-sm hover:text-ink',
            isNumber === true ? 'text-right' : 'text-left',
            isOrdered && 'font-medium text-ink',
          )}
        >
          {isNumber === true && <Arrow isDescending={isOrdered ? order.isDescending : null} />}
          {label}
          {isNumber !== true && <Arrow isDescending={isOrdered ? order.isDescending : null} />}
        </button>
      )}
      {onResize !== undefined && column.isFixed !== true && (
        <Edge onResize={(width) => onResize(id, width)} />
      )}
    </div>
  );
}

/** Null: the list is in another order, and the arrow shows on hover what a press leads to. */
function Arrow({ isDescending }: { readonly isDescending: boolean | null }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'mx-0.5 inline-block',
        isDescending === null && 'opacity-0 group-hover:opacity-60',
      )}
    >
      {isDescending === false ? '↑' : '↓'}
    </span>
  );
}

/** The right edge of a head, to drag; the menu of columns does the same with keys. A double press takes the width back. */
function Edge({ onResize }: { readonly onResize: (width: number | null) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const onDown = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    const width = event.currentTarget.parentElement?.getBoundingClientRect().width ?? 0;
    start.current = { x: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent<HTMLElement>): void => {
    if (start.current === null) return;
    onResize(Math.max(LEAST_WIDTH, Math.round(start.current.width + event.clientX - start.current.x)));
  };
  return (
    <span
      aria-hidden
      data-edge=""
      className="absolute inset-y-1 -right-3 w-2.5 cursor-col-resize touch-none after:absolute after:inset-y-0.5 after:left-1 after:w-px group-hover/head:after:bg-line-strong hover:after:bg-accent active:after:bg-accent"
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
      onDoubleClick={() => onResize(null)}
    />
  );
}
