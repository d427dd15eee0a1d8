import { memo, type CSSProperties } from 'react';
import type { EventTick } from './event-ticks.ts';
import type { RowGap } from './idle-gaps.ts';
import type { SpanNode } from '../../../lib/span-tree.ts';
import type { TimeWindow } from '../../../lib/waterfall.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Twist } from '../../../ui/text/JsonTree.tsx';
import { SpanBar } from './SpanBar.tsx';
import { SpanName } from './SpanName.tsx';

export const TREE_ROW_HEIGHT = 28;

type Props = {
  readonly id: string;
  readonly node: SpanNode;
  readonly index: number;
  readonly top: number;
  readonly window: TimeWindow;
  readonly nameWidth: number;
  readonly timeWidth: number;
  readonly hasTokens: boolean;
  /** How far below the topmost row it is. */
  readonly level: number;
  readonly indent: number;
  /** The part of the indent that is one level's. */
  readonly step: number;
  readonly ticks: readonly EventTick[];
  readonly gaps: readonly RowGap[];
  /** Its stretches of the critical path; null while that is not shown. */
  readonly path: readonly TimeWindow[] | null;
  readonly isFound: boolean;
  readonly isFolded: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onZoom: (id: string) => void;
};

export const SpanRow = memo(function SpanRow(props: Props) {
  const { id, node, index, top, level, isFolded, isSelected, onSelect, nameWidth } = props;
  const { onToggle, onZoom } = props;
  return (
    // Keys are the tree's (use-tree-keys.ts): rows do not take the focus, the treegrid does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-level={level + 1}
      aria-selected={isSelected}
      aria-expanded={node.children.length > 0 ? !isFolded : undefined}
      onClick={() => node.span !== null && onSelect(node.id)}
      onDoubleClick={({ target }) => {
        if (target instanceof Element && target.closest('[data-time]') !== null) onZoom(node.id);
        else if (node.children.length > 0) onToggle(node.id);
      }}
      className={classNames(
        'absolute inset-x-0 flex cursor-default items-center text-sm select-none',
        isSelected ? 'bg-selected shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover/70',
      )}
      style={{ height: TREE_ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        className="relative flex h-full flex-none items-center gap-1.5 pr-2.5"
        style={{ width: nameWidth }}
      >
        <Indent width={props.indent} step={props.step} />
        <FoldButton node={node} isFolded={isFolded} onToggle={onToggle} />
        <SpanName node={node} hasTokens={props.hasTokens} isFolded={isFolded} isFound={props.isFound} />
      </div>
      <div role="gridcell" data-time className="relative h-full min-w-0 flex-1 overflow-hidden">
        {node.span === null ? null : (
          <SpanBar
            span={node.span}
            startMs={node.startMs}
            endMs={node.endMs}
            window={props.window}
            columnPx={props.timeWidth}
            ticks={props.ticks}
            gaps={props.gaps}
            path={props.path}
          />
        )}
      </div>
    </div>
  );
});

function Indent({ width, step }: { readonly width: number; readonly step: number }) {
  const style: CSSProperties & Record<'--step', string> = { width, '--step': `${step}px` };
  return (
    <span aria-hidden className="flex h-full flex-none pl-3.5">
      <span className="indent-guides h-full opacity-60" style={style} />
    </span>
  );
}

type FoldProps = {
  readonly node: SpanNode;
  readonly isFolded: boolean;
  readonly onToggle: (id: string) => void;
};

function FoldButton({ node, isFolded, onToggle }: FoldProps) {
  if (node.children.length === 0) return <span className="-ml-1.5 w-3.5 flex-none" />;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isFolded ? 'Unfold' : 'Fold'}
      className="relative -ml-1.5 grid h-full w-3.5 flex-none place-items-center before:absolute before:inset-y-0 before:-inset-x-1.5"
      onClick={(event) => {
        event.stopPropagation();
        onToggle(node.id);
      }}
    >
      <Twist open={!isFolded} />
    </button>
  );
}
