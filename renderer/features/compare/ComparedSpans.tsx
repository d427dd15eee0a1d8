import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import { formatCount, plural } from '../../lib/format.ts';
import { countSpans, overlayTrees, type OverlayRow } from './overlay-trees.ts';
import type { SpanTree } from '../../lib/span-tree.ts';
import { axisTicks } from '../../lib/waterfall.ts';
import { classNames } from '../../ui/class-names.ts';
import { AxisLabels } from '../../ui/traces/AxisLabels.tsx';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { useKeptPlace } from '../../ui/kept/use-kept-place.ts';
import { COLUMNS, ComparedSpanRow, NAME_SHARE, NUMBERS_PX, SPAN_ROW_PX } from './ComparedSpanRow.tsx';

type Props = { readonly project: string; readonly a: TraceWithTree; readonly b: TraceWithTree };

/** Both traces' spans in one tree, each from its own start; what only one has is marked. */
export function ComparedSpans({ project, a, b }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const rows = useMemo(() => overlayTrees(a.tree, b.tree), [a.tree, b.tree]);
  const wholeMs = Math.max(1, lengthOf(a.tree), lengthOf(b.tree));
  const timePx = Math.max(0, width * (1 - NAME_SHARE) - NUMBERS_PX);
  const ticks = axisTicks({ startMs: 0, endMs: wholeMs }, 0, Math.max(2, Math.floor(timePx / 90)));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => SPAN_ROW_PX,
    overscan: 16,
    useFlushSync: false,
  });
  useKeptPlace(scroller, 'compared spans', rows.length > 0);
  return (
    <>
      <p className="num flex h-9 flex-none items-center border-b border-line bg-surface px-4 text-sm">
        {summaryOf(rows)}
      </p>
      <div
        role="table"
        aria-label="Spans of both traces"
        aria-rowcount={rows.length + 1}
        className="@container/spans flex flex-1 flex-col"
      >
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className="num flex h-7 border-b border-line text-xs text-ink-3">
            <span role="columnheader" className={classNames('self-center pl-4', COLUMNS.name)}>
              Span
            </span>
            <span role="columnheader" className={classNames('self-center pr-3 text-right', COLUMNS.numbers)}>
              A → B
            </span>
            <span
              role="columnheader"
              aria-label="Time"
              className={classNames('relative min-w-0 flex-1 overflow-hidden', COLUMNS.time)}
            >
              <AxisLabels ticks={ticks} axisPx={timePx} />
            </span>
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          aria-label="Spans"
          tabIndex={0}
          className="page-pane overflow-x-hidden overflow-y-auto focus-visible:-outline-offset-2"
        >
          <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return row === undefined ? null : (
                <ComparedSpanRow
                  key={item.key}
                  project={project}
                  traceIds={{ a: a.trace_id, b: b.trace_id }}
                  row={row}
                  index={item.index}
                  top={item.start}
                  starts={{ a: a.tree.startMs, b: b.tree.startMs }}
                  wholeMs={wholeMs}
                />
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}

function lengthOf({ startMs, endMs }: SpanTree): number {
  return Number.isFinite(startMs) ? endMs - startMs : 0;
}

function summaryOf(rows: readonly OverlayRow[]): string {
  const { both, onlyA, onlyB } = countSpans(rows);
  if (onlyA === 0 && onlyB === 0) return `${plural(both, 'span')} in both, none in one alone.`;
  return `${plural(both, 'span')} in both, ${formatCount(onlyA)} only in A, ${formatCount(onlyB)} only in B.`;
}
