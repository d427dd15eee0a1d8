import type { MouseEvent } from 'react';
import { classNames } from '../class-names.ts';
import type { Column } from './columns.ts';

export const ROW_HEIGHT = 32;

type Props<Row> = {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column<Row>[];
  readonly row: Row | undefined;
  readonly isActive: boolean;
  readonly isFresh: ((row: Row) => boolean) | undefined;
  readonly onOpen: (index: number) => void;
};

export function GridRow<Row>({ id, index, top, columns, row, isActive, isFresh, onOpen }: Props<Row>) {
  const onClick = (event: MouseEvent): void => {
    const isControl = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (!isControl && getSelection()?.isCollapsed !== false) onOpen(index);
  };
  return (
    // Keys are the grid's (use-grid-keys.ts): rows do not take the focus, the grid does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      onClick={onClick}
      className={classNames(
        'group/row absolute inset-x-0 grid cursor-pointer items-center gap-x-4 border-b border-line/60 px-4 text-sm',
        isActive ? 'bg-selected shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
        row !== undefined && isFresh?.(row) === true && 'fresh',
      )}
      style={{
        height: ROW_HEIGHT,
        transform: `translateY(${top}px)`,
        gridTemplateColumns: columns.map((column) => column.track).join(' '),
      }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classNames('min-w-0 truncate', column.isNumber === true && 'num text-right')}
        >
          {row === undefined ? (
            <span className="skeleton block h-3" style={{ width: `${skeletonWidth(index, column.id)}%` }} />
          ) : (
            column.cell(row, { tabIndex: isActive ? 0 : -1 })
          )}
        </div>
      ))}
    </div>
  );
}

/** Between 45 and 90, the same for the same cell, so that skeletons look like text and do not flicker. */
function skeletonWidth(index: number, columnId: string): number {
  return 45 + ((index * 37 + columnId.length * 53) % 46);
}
