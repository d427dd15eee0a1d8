import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { feedRows, readEntryKey, type Feed, type FeedRow } from '../../lib/feed.ts';
import { useGridPresses } from '../../ui/grid/use-grid-presses.ts';
import { useGridKeys } from '../../ui/grid/use-grid-keys.ts';
import { useRowInSight } from '../../ui/grid/use-row-in-sight.ts';
import { FeedRowView, ROW_HEIGHTS } from './FeedRowView.tsx';
import { useFollow } from './use-follow.ts';

type Props = {
  readonly project: string;
  readonly feed: Feed;
  /** What happened last is known. */
  readonly isLoaded: boolean;
  readonly isFollowing: boolean;
  readonly onFollow: (isOn: boolean) => void;
  /** The key of the entry, or the id of the trace, that is open beside the feed. */
  readonly open: string | undefined;
  readonly onOpen: (open: string | undefined) => void;
};

/** Rows that are drawn beyond the window's edges. */
const OVERSCAN = 8;
/** In pixels, until the window has been measured. */
const FIRST_HEIGHT = 900;
const NONE: ReadonlySet<string> = new Set();

const mostInSight = (height: number): number => Math.ceil(height / ROW_HEIGHTS.line) + 1;

/** While the end is followed the rows there are drawn at once, not those of the place from which it is scrolled to next. */
function lastRows({ count }: Range, most: number): number[] {
  const from = Math.max(0, count - most - OVERSCAN);
  return Array.from({ length: count - from }, (_, at) => from + at);
}

/** The feed: a real grid that scrolls natively, of which only the visible rows exist. The newest stands last. */
export function FeedGrid(props: Props) {
  const { project, feed, isLoaded, isFollowing, onFollow, open, onOpen } = props;
  const navigate = useNavigate();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => feedRows(feed.shown), [feed.shown]);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = activeRow(rows, open, chosen);
  // A new one with the rows alone: by it the virtualizer knows that their heights have changed.
  const keyAt = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW_HEIGHTS[rows[index]?.kind ?? 'line'],
    getItemKey: keyAt,
    overscan: OVERSCAN,
    rangeExtractor: (range) => (isFollowing ? lastRows(range, most) : defaultRangeExtractor(range)),
    useFlushSync: false,
  });
  const most = mostInSight(virtualizer.scrollRect?.height ?? FIRST_HEIGHT);
  const height = virtualizer.getTotalSize();
  const { unfolded, onUnfold } = useUnfolded(onFollow);
  const onScroll = useFollow({ scroller, isFollowing, onFollow });
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    isPlaced.current ||= isFollowing;
    if (isPlaced.current || (active === null && !isLoaded)) return;
    isPlaced.current = true;
    // What was open may be further back than the feed reaches now.
    if (active === null) onFollow(true);
    else virtualizer.scrollToIndex(active, { align: 'center' });
  }, [active, isLoaded, isFollowing, onFollow, virtualizer]);
  useRowInSight(scroller, active, virtualizer);
  const choose = (index: number): void => {
    const row = rows[index];
    if (row === undefined || row.kind === 'gap') return;
    // What is looked at must not move away.
    onFollow(false);
    setChosen(row.key);
    onOpen(row.kind === 'trace' ? row.traceId : row.entry.key);
  };
  const openPage = (index: number): void => {
    const row = rows[index];
    if (row === undefined || row.kind === 'gap') return;
    const { traceId, spanId } = readEntryKey(row.kind === 'trace' ? row.traceId : row.entry.key);
    void navigate({
      to: '/p/$project/traces/$traceId',
      params: { project, traceId },
      search: spanId === null ? {} : { span: spanId },
    });
  };
  useGridKeys({
    grid: scroller,
    rowCount: rows.length,
    active,
    firstVisible: () => virtualizer.getVirtualIndexes().at(-1) ?? 0,
    onMove: (index) => {
      choose(index);
      virtualizer.scrollToIndex(index);
    },
    onOpen: openPage,
    onLeave: () => {
      if (open === undefined) return false;
      onOpen(undefined);
      return true;
    },
  });
  const presses = useGridPresses({ onChoose: choose, onOpen: openPage });
  return (
    <div className="ring-over-rows relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label="Live"
        aria-rowcount={rows.length}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        className="@container/feed min-h-0 flex-1 overflow-auto [overflow-anchor:none]"
        onScroll={onScroll}
      >
        {/* Keys are the grid's (use-grid-keys.ts). */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions */}
        <div role="rowgroup" className="relative" style={{ height }} {...presses}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const isPrompt = row.kind === 'line' && row.line.prompt !== undefined;
            return (
              <FeedRowView
                // Mostly not the row's own: what leaves at one end is drawn over with what comes in at the other.
                key={isPrompt ? row.key : item.index % (most + 2 * OVERSCAN)}
                ref={isPrompt ? virtualizer.measureElement : undefined}
                id={`${id}-${item.index}`}
                index={item.index}
                top={item.start}
                row={row}
                project={project}
                trace={row.kind === 'trace' ? feed.traces.get(row.traceId) : undefined}
                isActive={item.index === active}
                isUnfolded={isPrompt && unfolded.has(row.key)}
                onUnfold={onUnfold}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The system prompts that are unfolded, by the keys of their rows. What is looked at must not move away. */
function useUnfolded(onFollow: (isOn: boolean) => void) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(NONE);
  const onUnfold = useCallback(
    (key: string, isOpen: boolean): void => {
      if (isOpen) onFollow(false);
      setUnfolded((before) => {
        const after = new Set(before);
        if (isOpen) after.add(key);
        else after.delete(key);
        return after;
      });
    },
    [onFollow],
  );
  return { unfolded, onUnfold };
}

/** The row that was chosen, while it belongs to what is open; else the first of what is open. */
function activeRow(rows: readonly FeedRow[], open: string | undefined, chosen: string | null): number | null {
  if (open === undefined) return null;
  const isOpen = (row: FeedRow): boolean =>
    (row.kind === 'trace' && row.traceId === open) || (row.kind === 'line' && row.entry.key === open);
  const exact = rows.findIndex((row) => row.key === chosen && isOpen(row));
  const found = exact === -1 ? rows.findIndex(isOpen) : exact;
  return found === -1 ? null : found;
}
