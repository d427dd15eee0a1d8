import { useVirtualizer } from '@tanstack/react-virtual';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import { feedRows, readEntryKey, type Feed, type FeedRow } from '../../lib/feed.ts';
import { useGridKeys } from '../../ui/grid/use-grid-keys.ts';
import { FeedRowView, ROW_HEIGHTS } from './FeedRowView.tsx';
import { useFollow } from './use-follow.ts';

type Props = {
  readonly project: string;
  readonly feed: Feed;
  readonly isFollowing: boolean;
  readonly onFollow: (isOn: boolean) => void;
  readonly newCount: number;
  /** The key of the entry, or the id of the trace, that is open beside the feed. */
  readonly open: string | undefined;
  readonly onOpen: (open: string | undefined) => void;
};

/** The feed: a real grid that scrolls natively, of which only the visible rows exist. The newest stands last. */
export function FeedGrid(props: Props) {
  const { project, feed, isFollowing, onFollow, newCount, open, onOpen } = props;
  const navigate = useNavigate();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => feedRows(feed.shown), [feed.shown]);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = activeRow(rows, open, chosen);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW_HEIGHTS[rows[index]?.kind ?? 'line'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    useFlushSync: false,
  });
  const height = virtualizer.getTotalSize();
  const onScroll = useFollow({ scroller, isFollowing, onFollow });
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
  const onPress = (event: MouseEvent, act: (index: number) => void): void => {
    if (!(event.target instanceof Element) || event.target.closest('a, button') !== null) return;
    const index = Number(event.target.closest('[data-index]')?.getAttribute('data-index') ?? NaN);
    if (!Number.isNaN(index)) act(index);
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label="Live"
        aria-rowcount={rows.length}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        className="@container/feed min-h-0 flex-1 overflow-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
        onScroll={onScroll}
      >
        {/* Keys are the grid's (use-grid-keys.ts). */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="rowgroup"
          className="relative"
          style={{ height }}
          onClick={(event) => getSelection()?.isCollapsed !== false && onPress(event, choose)}
          onDoubleClick={(event) => onPress(event, openPage)}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <FeedRowView
                key={row.key}
                id={`${id}-${item.index}`}
                index={item.index}
                top={item.start}
                row={row}
                project={project}
                trace={row.kind === 'trace' ? feed.traces.get(row.traceId) : undefined}
                isActive={item.index === active}
              />
            );
          })}
        </div>
      </div>
      {newCount > 0 && (
        <button
          type="button"
          onClick={() => onFollow(true)}
          className="num absolute bottom-4 left-1/2 z-20 -translate-x-1/2 rounded-full bg-accent px-3 py-1 text-sm font-medium text-on-accent shadow-pop"
        >
          ↓ {newCount} new
        </button>
      )}
    </div>
  );
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
