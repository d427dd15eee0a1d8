import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import type { EventTick } from './event-ticks.ts';
import { plural } from '../../../lib/format.ts';
import { gapsByRow, type RowGap } from './idle-gaps.ts';
import { ancestorIds, visibleNodes, type SpanTree as Tree } from '../../../lib/span-tree.ts';
import { axisTicks, type TimeWindow } from '../../../lib/waterfall.ts';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { useKeptPlace } from '../../../ui/kept/use-kept-place.ts';
import { SpanRow, TREE_ROW_HEIGHT } from './SpanRow.tsx';
import { TreeHead } from './TreeHead.tsx';
import { hasTokenRoom, indentStep, indentWidth, nameColumnWidth, type TreeFacts } from './tree-layout.ts';
import type { Folding } from './use-folding.ts';
import { useTreeKeys } from './use-tree-keys.ts';

const NO_TICKS: readonly EventTick[] = [];
const NO_GAPS: readonly RowGap[] = [];
const NO_STRETCHES: readonly TimeWindow[] = [];

export type TreeMarks = {
  /** The nodes that the search found. */
  readonly found: ReadonlySet<string>;
  /** The events of each span. */
  readonly ticks: ReadonlyMap<string, readonly EventTick[]>;
  /** The stretches of the critical path by node; null while it is not shown. */
  readonly path: ReadonlyMap<string, readonly TimeWindow[]> | null;
};

type Props = {
  readonly tree: Tree;
  readonly window: TimeWindow;
  /** Where nothing was busy. */
  readonly gaps: readonly TimeWindow[];
  readonly marks: TreeMarks;
  readonly folding: Folding;
  readonly facts: TreeFacts;
  /** Comes into view when it changes. */
  readonly selectedId: string | null;
  /** Is drawn as selected, and where keys go on from. */
  readonly markedId: string | null;
  readonly onSelect: (spanId: string) => void;
  /** Shows the time of a span alone. */
  readonly onZoom: (spanId: string) => void;
};

/** Tree and waterfall: one row a span, a real treegrid, of which only the visible rows exist. */
export function SpanTree(props: Props) {
  const { tree, window, gaps, marks, folding, facts, selectedId, markedId, onSelect, onZoom } = props;
  const { folded, fold } = folding;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useMemo(() => visibleNodes(tree, folded), [tree, folded]);
  const paneWidth = useElementWidth(scroller);
  const nameWidth = nameColumnWidth(paneWidth);
  const timeWidth = Math.max(0, paneWidth - nameWidth);
  const hasTokens = hasTokenRoom(paneWidth, facts.depth);
  const step = indentStep(facts.depth, nameWidth);
  const rowGaps = useMemo(() => gapsByRow(tree, gaps), [tree, gaps]);
  const ticks = axisTicks(window, tree.startMs, Math.max(2, Math.floor(timeWidth / 90)));
  const keyAt = useCallback((index: number): string => rows[index]?.id ?? '', [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getItemKey: keyAt,
    // Spans may come late: the row on top stays there whatever comes in above it.
    anchorTo: 'end',
    getScrollElement: () => scroller.current,
    estimateSize: () => TREE_ROW_HEIGHT,
    overscan: 16,
    useFlushSync: false,
  });
  useKeptPlace(scroller, `tree ${tree.roots[0]?.id}`, rows.length > 0);
  // Looked for once, not among all rows again with each frame of scrolling.
  const markedAt = useMemo(() => rows.findIndex((node) => node.id === markedId), [rows, markedId]);
  useRevealSelected({ tree, rows, selectedId, markedAt, fold, onSelect }, (index) =>
    virtualizer.scrollToIndex(index),
  );
  useKeptInSight(virtualizer, markedAt);
  useTreeKeys({
    tree,
    rows,
    folding,
    markedId,
    markedAt,
    onSelect,
    grid: scroller,
  });
  const items = virtualizer.getVirtualItems();
  // A name of what is not in the document would lead nowhere.
  const isMarkedThere = markedId !== null && items.some(({ index }) => rows[index]?.id === markedId);
  const topDepth = tree.roots[0]?.depth ?? 0;
  return (
    <div
      role="treegrid"
      aria-label={`Spans of the trace, ${plural(facts.spanCount, 'span')}`}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      aria-activedescendant={isMarkedThere ? `${id}-${markedId}` : undefined}
      className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2"
    >
      <TreeHead
        spanCount={facts.spanCount}
        hasTokens={hasTokens}
        nameWidth={nameWidth}
        timeWidth={timeWidth}
        ticks={ticks}
      />
      {/* It only hands the focus on; keys are the tree's (use-tree-keys.ts). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        role="rowgroup"
        // What scrolls is a stop of the Tab key by itself, one without a name: the tree around it is the stop.
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.parentElement?.focus({ preventScroll: true });
        }}
        className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto"
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          <TickLines ticks={ticks} nameWidth={nameWidth} />
          {items.map((item) => {
            const node = rows[item.index];
            return node === undefined ? null : (
              <SpanRow
                key={node.id}
                id={`${id}-${node.id}`}
                node={node}
                index={item.index}
                top={item.start}
                window={window}
                nameWidth={nameWidth}
                timeWidth={timeWidth}
                hasTokens={hasTokens}
                level={node.depth - topDepth}
                indent={indentWidth(node.depth - topDepth, step, nameWidth)}
                step={step}
                ticks={marks.ticks.get(node.id) ?? NO_TICKS}
                gaps={rowGaps.get(node.id) ?? NO_GAPS}
                path={marks.path === null ? null : (marks.path.get(node.id) ?? NO_STRETCHES)}
                isFound={marks.found.has(node.id)}
                isFolded={folded.has(node.id)}
                isSelected={node.id === markedId}
                onSelect={onSelect}
                onToggle={folding.toggle}
                onZoom={onZoom}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function TickLines({
  ticks,
  nameWidth,
}: {
  readonly ticks: ReturnType<typeof axisTicks>;
  readonly nameWidth: number;
}) {
  return (
    <div
      role="presentation"
      className="pointer-events-none absolute inset-y-0 right-0 border-l border-line"
      style={{ left: nameWidth }}
    >
      {ticks.map(({ offsetMs, left }) => (
        <div key={offsetMs} className="absolute inset-y-0 w-px bg-line" style={{ left: `${left * 100}%` }} />
      ))}
    </div>
  );
}

/**
 * Unfolds what hides the selected span and brings it into view, when another one is selected. Where the selected one is folded
 * away the nearest above it that still shows is selected.
 */
function useRevealSelected(
  {
    tree,
    rows,
    selectedId,
    markedAt,
    fold,
    onSelect,
  }: Pick<Props, 'tree' | 'selectedId' | 'onSelect'> &
    Pick<Folding, 'fold'> & { readonly rows: Tree['order']; readonly markedAt: number },
  scrollTo: (index: number) => void,
): void {
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    const node = selectedId === null ? undefined : tree.byId.get(selectedId);
    if (node === undefined) return;
    const isRevealed = revealed.current === selectedId;
    // What is selected is what is marked.
    if (markedAt === -1) {
      const above = ancestorIds(node);
      if (isRevealed) {
        const shown = new Set(rows.map(({ id }) => id));
        const nearest = above.find((id) => shown.has(id));
        if (nearest !== undefined) onSelect(nearest);
        return;
      }
      fold(above, false);
      return;
    }
    if (isRevealed) return;
    revealed.current = selectedId;
    scrollTo(markedAt);
  }, [tree, rows, selectedId, markedAt, fold, onSelect, scrollTo]);
}

/** A row that is in view stays so when the tree gets shorter, as when the search opens above it. */
function useKeptInSight(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): void {
  const { height = 0 } = virtualizer.scrollRect ?? {};
  const heightBefore = useRef(height);
  const keep = useEffectEvent((now: number): void => {
    const bottom = (index + 1) * TREE_ROW_HEIGHT - (virtualizer.scrollOffset ?? 0);
    if (index !== -1 && bottom > now && bottom <= heightBefore.current) virtualizer.scrollToIndex(index);
    heightBefore.current = now;
  });
  useEffect(() => keep(height), [height]);
}
