import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
} from 'react';
import { formatCount } from '../../lib/format.ts';
import { isFocusFree } from '../keyboard/is-focus-free.ts';
import { useElementWidth } from '../use-element-width.ts';
import { CheckAll } from './CheckAll.tsx';
import {
  CHECK_WIDTH,
  DEFAULT_LAYOUT,
  fittingColumns,
  gridTracks,
  hasTwoLines,
  roomiestColumn,
} from './columns.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { GridBody } from './GridBody.tsx';
import { GridHead, headHeight } from './GridHead.tsx';
import { rowHeight } from './GridRow.tsx';
import { NewPill } from './NewPill.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useGridChecks } from './use-grid-checks.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPresses } from './use-grid-presses.ts';
import { useHold } from './use-hold.ts';
import { keptScroll, useKeptScroll } from './use-kept-scroll.ts';
import { useRowInSight } from './use-row-in-sight.ts';

const SKELETON_ROWS = 18;
/** A browser makes no page higher than some 33 million pixels: what lay below could not be scrolled to. */
const MOST_ROWS = 1_000_000;
/** In pixels, of what stands over the end while rows are ticked (ui/list/SelectionBar.tsx), also in two lines. */
const BAR_ROOM = 100;
const CHECK_TRACK = '14px ';

/** A table that scrolls smoothly at any length: a real grid with rows, of which only the visible ones exist. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rowCount, rowAt, rowKey, onRange, checks, layout = DEFAULT_LAYOUT } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useElementWidth(scroller);
  const { shown } = layout;
  const { line: fitting, below } = useMemo(
    () => fittingColumns(columns, { shown, widths: {} }, width, hasTwoLines(width, innerWidth)),
    [columns, shown, width],
  );
  const [high, head] = [rowHeight(below), headHeight(below)];
  const tracks = gridTracks(fitting, layout);
  const [isAtTop, setIsAtTop] = useState(true);
  const [startTop] = useState(keptScroll);
  const reachable = Math.min(rowCount ?? 0, MOST_ROWS);
  const room = (checks?.rows.size ?? 0) > 0 ? BAR_ROOM : 0;
  const virtualizer = useVirtualizer({
    count: rowCount === null ? skeletonRows(startTop, high) : reachable,
    getScrollElement: () => scroller.current,
    estimateSize: () => high,
    overscan: 12,
    scrollMargin: head,
    scrollPaddingStart: head,
    paddingEnd: room,
    scrollPaddingEnd: room,
    initialOffset: startTop,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, high]);
  useKeptScroll(scroller, props.viewKey);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { active, setActive, standAt, lostAt } = useActiveRow({ ...props, range: { first, last } });
  useRowInSight(scroller, active, virtualizer);
  const resume = useEffectEvent((place: number): void => {
    if (!isFocusFree()) return;
    scroller.current?.focus({ preventScroll: true });
    const index = Math.min(place, reachable - 1);
    standAt(index);
    virtualizer.scrollToIndex(index);
  });
  const { resumeAt = null } = props;
  useEffect(() => {
    if (resumeAt !== null) resume(resumeAt.place);
  }, [resumeAt]);
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row !== undefined) props.onOpen(row);
  };
  const leave = (): boolean => {
    if (!isChosen) return false;
    setActive(null);
    return true;
  };
  useGridKeys({
    grid: scroller,
    rowCount: reachable,
    active,
    firstVisible: () => lostAt ?? Math.ceil((scroller.current?.scrollTop ?? 0) / high),
    onMove: (index) => {
      setActive(index);
      virtualizer.scrollToIndex(index);
    },
    onOpen: open,
    onLeave: leave,
  });
  const onCheck = useGridChecks({ grid: scroller, checks, active, rowAt, keyOf: rowKey });
  const isChosen = active !== null || props.selected !== null;
  const letGoOfTicked = useHold({ isHeld: !isAtTop || isChosen, checks, onHold: props.onHold });
  useEffect(() => onRange({ first, last }), [first, last, onRange]);
  const presses = useGridPresses({ onCheck, onChoose: setActive, onOpen: open });
  const showNew = (): void => {
    setActive(null);
    letGoOfTicked();
    scroller.current?.scrollTo({ top: 0 });
  };
  const resize = (column: string, newWidth: number | null): void => {
    const { [column]: _before, ...widths } = layout.widths;
    props.onLayout?.({ ...layout, widths: newWidth === null ? widths : { ...widths, [column]: newWidth } });
  };
  const gridStyle = {
    minWidth: tracks.leastWidth + (checks === undefined ? 0 : CHECK_WIDTH),
    '--tracks': `${checks === undefined ? '' : CHECK_TRACK}${tracks.template}`,
  } as CSSProperties;
  return (
    <div className="ring-over-rows relative flex min-h-0 flex-1 flex-col">
      {props.isLoading === true && <LoadingLine />}
      {props.newCount > 0 && (
        <NewPill
          count={props.newCount}
          onClick={showNew}
          style={gridStyle}
          track={roomiestColumn(fitting, layout) + (checks === undefined ? 1 : 2)}
        />
      )}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        aria-multiselectable={checks === undefined ? undefined : true}
        aria-busy={rowCount === null || props.isLoading === true}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        className="min-h-0 flex-1 overflow-auto"
        onScroll={(event) => setIsAtTop(event.currentTarget.scrollTop < high / 2)}
      >
        <div role="presentation" style={gridStyle}>
          <GridHead
            columns={fitting}
            below={below}
            order={props.order}
            onOrder={props.onOrder}
            onResize={props.onLayout === undefined ? undefined : resize}
            checkAll={checks === undefined ? null : <CheckAll checks={checks} total={rowCount ?? 0} />}
          />
          <GridBody
            {...props}
            id={id}
            items={items}
            head={head}
            columns={fitting}
            below={below}
            active={active}
            presses={presses}
            height={virtualizer.getTotalSize()}
          />
        </div>
      </div>
      {rowCount !== null && rowCount > reachable && (
        <p className="border-t border-line px-4 py-1 text-sm text-ink-3">
          These are the first {formatCount(reachable)} of {formatCount(rowCount)}. Filters, or another order
          or time range, lead to the others.
        </p>
      )}
    </div>
  );
}

/** Enough for the place where the list was left to exist: a browser scrolls no further than there are rows. */
function skeletonRows(startTop: number, high: number): number {
  return startTop === 0 ? SKELETON_ROWS : Math.ceil((startTop + innerHeight) / high);
}

function LoadingLine() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="loading-line absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden"
    />
  );
}
