import { memo, type Ref } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import type { FeedRow } from '../../lib/feed.ts';
import { formatCount } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Cell } from './Cell.tsx';
import { FeedHead } from './FeedHead.tsx';
import { FeedLineView } from './FeedLineView.tsx';
import { SystemLine } from './SystemLine.tsx';

/**
 * In pixels: rows of one kind are equally high, so that the feed knows its length without drawing it. Only a system prompt that
 * is unfolded is higher, and measured.
 */
export const ROW_HEIGHTS: Readonly<Record<FeedRow['kind'], number>> = { trace: 38, line: 28, gap: 32 };

type Props = {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly row: FeedRow;
  readonly project: string;
  /** Of a head. */
  readonly trace: TraceSummary | undefined;
  readonly isActive: boolean;
  /** Of a system prompt. */
  readonly isUnfolded: boolean;
  /** Stays the same. */
  readonly onUnfold: (key: string, isOpen: boolean) => void;
  readonly ref?: Ref<HTMLDivElement> | undefined;
};

export const FeedRowView = memo(function FeedRowView(props: Props) {
  const { id, index, top, row, isActive, isUnfolded, ref } = props;
  const isGap = row.kind === 'gap';
  const height = ROW_HEIGHTS[row.kind];
  return (
    <div
      ref={ref}
      id={id}
      role="row"
      data-index={index}
      aria-rowindex={index + 1}
      aria-selected={isGap ? undefined : isActive}
      className={classNames(
        'absolute inset-x-0 flex items-center px-4 text-sm',
        !isGap && 'cursor-pointer',
        row.kind === 'trace' && 'border-t border-line',
        isActive && 'bg-selected shadow-[inset_2px_0_var(--accent)]',
        !isActive && !isGap && 'hover:bg-hover',
        !isActive && row.kind === 'trace' && 'bg-surface',
      )}
      style={{ [isUnfolded ? 'minHeight' : 'height']: height, transform: `translateY(${top}px)` }}
    >
      <RowContent {...props} />
    </div>
  );
}, isSameRow);

/** Rows are made anew with every update: what they show tells whether they changed. */
function isSameRow(a: Props, b: Props): boolean {
  const isSame =
    a.row.kind === 'line' && b.row.kind === 'line'
      ? a.row.line === b.row.line && a.row.isLast === b.row.isLast
      : a.row.key === b.row.key;
  return (
    isSame &&
    a.id === b.id &&
    a.top === b.top &&
    a.trace === b.trace &&
    a.isActive === b.isActive &&
    a.isUnfolded === b.isUnfolded &&
    a.ref === b.ref &&
    a.project === b.project
  );
}

function RowContent({ row, project, trace, isActive, isUnfolded, onUnfold }: Props) {
  switch (row.kind) {
    case 'gap':
      return (
        <Cell className="flex-1 text-center text-xs text-ink-3">
          {row.count === null
            ? 'Something may be missing here: the connection was away'
            : `${formatCount(row.count)} spans left out: they came faster than they could be read`}
        </Cell>
      );
    case 'trace':
      return <FeedHead row={row} project={project} trace={trace} isActive={isActive} />;
    case 'line':
      return row.line.prompt === undefined ? (
        <FeedLineView row={row} />
      ) : (
        <SystemLine
          project={project}
          entry={row.entry}
          at={row.line.at}
          prompt={row.line.prompt}
          isOpen={isUnfolded}
          onToggle={(isOpen) => onUnfold(row.key, isOpen)}
          tabIndex={isActive ? 0 : -1}
        />
      );
  }
}
