import { memo } from 'react';
import { classNames } from '../class-names.ts';
import { CheckBox } from './CheckBox.tsx';
import type { Column } from './columns.ts';
import { SecondLine } from './SecondLine.tsx';

const ROW_HEIGHT = 32;
const BELOW_HEIGHT = 20;

/** In pixels, with a second line. */
export const rowHeight = (below: readonly unknown[]): number =>
  ROW_HEIGHT + (below.length === 0 ? 0 : BELOW_HEIGHT);

type Props<Row> = {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column<Row>[];
  /** Of the second line, if there is one. */
  readonly below: readonly Column<Row>[];
  readonly row: Row | undefined;
  readonly isActive: boolean;
  /** Null where rows are not ticked. */
  readonly isChecked: boolean | null;
  readonly isFresh: ((row: Row) => boolean) | undefined;
  readonly isRepeated: boolean;
};

function PlainRow<Row>(props: Props<Row>) {
  const { id, index, top, columns, below, row, isActive, isChecked, isFresh, isRepeated } = props;
  const shown = { row, isActive, isRepeated, emptyAt: row === undefined ? index : null };
  return (
    <div
      id={id}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isActive}
      className={classNames(
        'group/row absolute inset-x-0 grid cursor-pointer [grid-template-columns:var(--tracks)] content-center items-center gap-x-4 gap-y-0.5 border-b border-line/60 px-4 text-sm',
        isActive ? 'bg-selected shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
        !isActive && isChecked === true && 'bg-accent-soft/50',
        row !== undefined && isFresh?.(row) === true && 'fresh',
      )}
      style={{ height: rowHeight(below), transform: `translateY(${top}px)` }}
    >
      {isChecked !== null && (
        <div role="gridcell">
          {/* A place whose row is still to come has none: it could not be ticked. */}
          {row !== undefined && (
            <CheckBox
              label={`Select row ${index + 1}`}
              state={isChecked ? 'on' : 'off'}
              tabIndex={isActive ? 0 : -1}
              isQuiet={!isActive}
            />
          )}
        </div>
      )}
      <Cells columns={columns} {...shown} />
      <SecondLine columns={below}>
        <Cells columns={below} {...shown} />
      </SecondLine>
    </div>
  );
}

type CellsProps<Row> = Pick<Props<Row>, 'columns' | 'row' | 'isActive' | 'isRepeated'> & {
  /** The place of a row that is still to come. */
  readonly emptyAt: number | null;
};

function PlainCells<Row>({ columns, row, isActive, isRepeated, emptyAt }: CellsProps<Row>) {
  const hasCell = (id: string): boolean => columns.some((column) => column.id === id);
  return (
    <>
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classNames('min-w-0 truncate', column.isNumber === true && 'num text-right')}
        >
          {row === undefined ? (
            <span
              className={classNames('skeleton block h-3', column.isNumber === true && 'ml-auto')}
              style={{ width: `${skeletonWidth(emptyAt ?? 0, column.id)}%` }}
            />
          ) : (
            column.cell(row, { tabIndex: isActive ? 0 : -1, isRepeated, hasCell })
          )}
        </div>
      ))}
    </>
  );
}

// memo forgets type parameters; the casts give them back.
export const GridRow = memo(PlainRow) as typeof PlainRow;
/** By themselves: of a row that only moves, because another came above it, they are not drawn anew. */
const Cells = memo(PlainCells) as typeof PlainCells;

/** Between 45 and 90, the same for the same cell, so that skeletons look like text and do not flicker. */
function skeletonWidth(index: number, columnId: string): number {
  return 45 + ((index * 37 + columnId.length * 53) % 46);
}
