import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import type { TraceSearch, TraceTab } from '../../lib/search.ts';
import { isRunning, subtree, type SpanNode, type SpanTree } from '../../lib/span-tree.ts';
import { idleGaps } from './tree/idle-gaps.ts';
import { useWholeWindow } from './use-whole-window.ts';
import { printWindow, readWindow, windowOf, type TimeWindow } from '../../lib/waterfall.ts';

/** What the screen of a trace shows, as its address has it, and the ways to change it. */
export type TraceView = {
  readonly tree: SpanTree;
  /** The part of the tree that is shown: all of it, or what lies below the span in focus. */
  readonly shown: SpanTree;
  /** All of its time: until now while a span of it runs. */
  readonly whole: TimeWindow;
  /** Where nothing was busy, for the minimap and for the rows. */
  readonly gaps: readonly TimeWindow[];
  readonly focusId: string | null;
  readonly selectedId: string | null;
  /** The span that the address names where it has not come, so that there is nothing of it to show. */
  readonly missingId: string | null;
  readonly tab: TraceTab;
  /** The span that its pages tell of: the first one while the address names none; null where it has not come. */
  readonly toldId: string | null;
  /** The row that is marked: what is selected, else what the page beside the tree tells of; a conversation is of all. */
  readonly markedId: string | null;
  readonly zoom: TimeWindow | null;
  readonly search: TraceSearch;
  readonly change: (next: TraceSearch) => void;
  /** Selects a span; one outside of the focus ends it. */
  readonly select: (spanId: string) => void;
  readonly setZoom: (zoom: TimeWindow | null) => void;
  /** Shows the time of a span alone, and all again where that is what shows. */
  readonly zoomTo: (spanId: string) => void;
  readonly setFocus: (spanId: string | null) => void;
};

export function useTraceView(project: string, trace: TraceWithTree, search: TraceSearch): TraceView {
  const navigate = useNavigate();
  const { trace_id: traceId, tree } = trace;
  const focused = search.focus === undefined ? undefined : tree.byId.get(search.focus);
  const shown = useMemo(() => (focused === undefined ? tree : subtree(tree, focused)), [tree, focused]);
  const whole = useWholeWindow(shown);
  const gaps = useMemo(() => idleGaps(shown), [shown]);
  const named = search.span ?? null;
  const selected = named === null ? undefined : tree.byId.get(named);
  const told = named === null ? firstSpan(tree) : selected;
  const toldId = told?.span?.span_id ?? null;
  const selectedId = selected?.id ?? null;
  const tab = search.tab ?? (trace.observation_count > 0 ? 'conversation' : 'span');
  const zoom = useMemo(
    () => readWindow(search.zoom, { startMs: tree.startMs, endMs: Math.max(tree.endMs, whole.endMs) }),
    [search.zoom, tree, whole],
  );
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
  const now = useRef({ shown, whole, zoom });
  useEffect(() => {
    now.current = { shown, whole, zoom };
  }, [shown, whole, zoom]);
  // Stays the same while the trace grows, or all that can be chosen would be drawn again.
  const select = useCallback(
    (span: string): void =>
      change({ span, at: undefined, ...(now.current.shown.byId.has(span) ? {} : { focus: undefined }) }),
    [change],
  );
  const setZoom = useCallback(
    (window: TimeWindow | null): void =>
      change({ zoom: window === null ? undefined : printWindow(window, now.current.whole) }),
    [change],
  );
  const zoomTo = useCallback(
    (spanId: string): void => {
      const { shown, whole, zoom } = now.current;
      const node = shown.byId.get(spanId);
      if (node === undefined) return;
      const next = windowOf(
        { startMs: node.startMs, endMs: isRunning(node) ? whole.endMs : node.endMs },
        whole,
      );
      const isShown = zoom !== null && printWindow(zoom, whole) === printWindow(next, whole);
      setZoom(isShown ? null : next);
    },
    [setZoom],
  );
  const setFocus = useCallback(
    (spanId: string | null): void => change({ focus: spanId ?? undefined, zoom: undefined }),
    [change],
  );
  return {
    tree,
    shown,
    whole,
    gaps,
    focusId: focused?.id ?? null,
    selectedId,
    missingId: toldId === null ? named : null,
    tab,
    toldId,
    markedId: selectedId ?? (tab === 'conversation' ? null : toldId),
    zoom,
    search,
    change,
    select,
    setZoom,
    zoomTo,
    setFocus,
  };
}

/** The topmost span that has come: of a trace as a whole its pages tell by this one. */
export function firstSpan(tree: SpanTree): SpanNode | undefined {
  return tree.order.find((node) => node.span !== null);
}
