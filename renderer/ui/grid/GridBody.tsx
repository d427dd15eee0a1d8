import type { VirtualItem } from '@tanstack/react-virtual';
import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import type { Column } from './columns.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { GridRow } from './GridRow.tsx';

type Props<Row> = Pick<
  DataGridProps<Row>,
  'rowCount' | 'rowAt' | 'rowKey' | 'checks' | 'isFresh' | 'repeats' | 'variables'
> & {
  /** Of the grid, with which those of its rows begin. */
  readonly id: string;
  readonly items: readonly VirtualItem[];
  /** In pixels, above the first row. */
  readonly head: number;
  readonly columns: readonly Column<Row>[];
  readonly below: readonly Column<Row>[];
  readonly active: number | null;
  readonly presses: HTMLAttributes<HTMLDivElement>;
  /** In pixels, of all rows. */
  readonly height: number;
};

/** The rows that are in sight, each at its place among all of them. */
export function GridBody<Row>(props: Props<Row>) {
  const { id, items, head, columns, below, active, presses, height } = props;
  const { rowCount, rowAt, rowKey, checks, isFresh, repeats, variables } = props;
  const keyOf = distinctKeys((index) => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  });
  const isChecked = (row: Row | undefined): boolean | null =>
    checks === undefined ? null : row !== undefined && checks.rows.has(rowKey(row));
  const isRepeated = (row: Row | undefined, index: number): boolean =>
    row !== undefined &&
    [rowAt(index - 1), rowAt(index + 1)].some(
      (other) => other !== undefined && repeats?.(row, other) === true,
    );
  return (
    // Keys are the grid's (use-grid-keys.ts).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="rowgroup"
      className={classNames('relative', rowCount === null && 'loading')}
      style={{ height, ...variables }}
      {...presses}
    >
      {items.map((item) => {
        const row = rowCount === null ? undefined : rowAt(item.index);
        return (
          <GridRow
            key={keyOf(item.index)}
            id={`${id}-${item.index}`}
            index={item.index}
            top={item.start - head}
            columns={columns}
            below={below}
            row={row}
            isActive={item.index === active}
            isChecked={isChecked(row)}
            isFresh={isFresh}
            isRepeated={isRepeated(row, item.index)}
          />
        );
      })}
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
