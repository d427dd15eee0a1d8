import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import type { TraceSearch } from '../../lib/search.ts';
import { buildSpanTree, subtree, type SpanTree } from '../../lib/span-tree.ts';
import { printWindow, readWindow, type TimeWindow } from '../../lib/waterfall.ts';

/** What the screen of a trace shows, as its address has it, and the ways to change it. */
export type TraceView = {
  readonly tree: SpanTree;
  /** The part of the tree that is shown: all of it, or what lies below the span in focus. */
  readonly shown: SpanTree;
  readonly focusId: string | null;
  readonly selectedId: string | null;
  readonly zoom: TimeWindow | null;
  readonly search: TraceSearch;
  readonly change: (next: TraceSearch) => void;
  /** Selects a span; one outside of the focus ends it. */
  readonly select: (spanId: string) => void;
  readonly setZoom: (zoom: TimeWindow | null) => void;
  readonly setFocus: (spanId: string | null) => void;
};

export function useTraceView(project: string, trace: TraceTreeDetail, search: TraceSearch): TraceView {
  const navigate = useNavigate();
  const traceId = trace.trace_id;
  const tree = useMemo(() => buildSpanTree(trace.spans), [trace.spans]);
  const focused = search.focus === undefined ? undefined : tree.byId.get(search.focus);
  const shown = useMemo(() => (focused === undefined ? tree : subtree(tree, focused)), [tree, focused]);
  const zoom = useMemo(() => readWindow(search.zoom, tree), [search.zoom, tree]);
  const change = useCallback(
    (next: TraceSearch): void =>
      void navigate({
        to: '/p/$project/traces/$traceId',
        params: { project, traceId },
        search: (before) => ({ ...before, ...next }),
        replace: true,
      }),
    [navigate, project, traceId],
  );
  const shownNow = useRef(shown);
  useEffect(() => {
    shownNow.current = shown;
  }, [shown]);
  // Stays the same while the trace grows, or all that can be chosen would be drawn again.
  const select = useCallback(
    (span: string): void =>
      change({ span, at: undefined, ...(shownNow.current.byId.has(span) ? {} : { focus: undefined }) }),
    [change],
  );
  const setZoom = useCallback(
    (window: TimeWindow | null): void =>
      change({ zoom: window === null ? undefined : printWindow(window, tree) }),
    [change, tree],
  );
  const setFocus = useCallback(
    (spanId: string | null): void => change({ focus: spanId ?? undefined, zoom: undefined }),
    [change],
  );
  return {
    tree,
    shown,
    focusId: focused?.id ?? null,
    selectedId: search.span !== undefined && tree.byId.has(search.span) ? search.span : null,
    zoom,
    search,
    change,
    select,
    setZoom,
    setFocus,
  };
}
