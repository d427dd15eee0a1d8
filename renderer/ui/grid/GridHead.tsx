import { classNames } from '../class-names.ts';
import type { Column } from './columns.ts';

export const HEAD_HEIGHT = 30;

export type GridOrder = { readonly field: string; readonly isDescending: boolean };

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly order: GridOrder | null;
  readonly onOrder: (field: string) => void;
};

export function GridHead<Row>({ columns, order, onOrder }: Props<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-bg">
      <div
        role="row"
        aria-rowindex={1}
        className="grid items-center gap-x-4 border-b border-line px-4 text-xs text-ink-3"
        style={{ height: HEAD_HEIGHT, gridTemplateColumns: columns.map((column) => column.track).join(' ') }}
      >
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} order={order} onOrder={onOrder} />
        ))}
      </div>
    </div>
  );
}

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly order: GridOrder | null;
  readonly onOrder: (field: string) => void;
};

function HeadCell<Row>({ column, order, onOrder }: CellProps<Row>) {
  const { label, orderBy, isNumber } = column;
  if (orderBy === undefined) {
    return (
      <div role="columnheader" className={classNames('truncate', isNumber === true && 'text-right')}>
        {label === '' ? <span className="sr-only">{column.id}</span> : label}
      </div>
    );
  }
  const isOrdered = order?.field === orderBy;
  return (
    <div
      role="columnheader"
      aria-sort={isOrdered ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classNames('min-w-0', isNumber === true && 'text-right')}
    >
      <button
        type="button"
        onClick={() => onOrder(orderBy)}
        className={classNames(
          'group max-w-full truncate rounded-sm hover:text-ink',
          isOrdered && 'font-medium text-ink',
        )}
      >
        {isNumber === true && <Arrow order={isOrdered ? order : null} />}
        {label}
        {isNumber !== true && <Arrow order={isOrdered ? order : null} />}
      </button>
    </div>
  );
}

function Arrow({ order }: { readonly order: GridOrder | null }) {
  return (
    <span
      aria-hidden
      className={classNames('mx-0.5 inline-block', order === null && 'opacity-0 group-hover:opacity-60')}
    >
      {order?.isDescending === false ? '↑' : '↓'}
    </span>
  );
}
