import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { TraceTreeDetail } from '../../../../collector/contract/traces.ts';
import { traceEventsQuery } from '../../../api/queries.ts';
import { criticalPath } from './critical-path.ts';
import { ticksBySpan } from './event-ticks.ts';
import { FocusBar } from './FocusBar.tsx';
import { SpanTree, type TreeMarks } from './SpanTree.tsx';
import { summarizeTree } from './tree-layout.ts';
import { TreeToolbar } from './TreeToolbar.tsx';
import type { Find } from './use-find.ts';
import { useFolding } from './use-folding.ts';
import type { TraceView } from '../use-trace-view.ts';
import { useViewKeys } from './use-view-keys.ts';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';
import { FindBar } from '../../../ui/text/FindBar.tsx';

const TraceGraph = lazy(() =>
  import('../graph/TraceGraph.tsx').then((module) => ({ default: module.TraceGraph })),
);

const NONE: ReadonlySet<string> = new Set();

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  readonly view: TraceView;
  readonly find: Find;
};

/** The left pane: the tree with its waterfall or the graph, and what searches and cuts them. */
export function TreePane({ project, trace, view, find }: Props) {
  const { shown, search, selectedId, select } = view;
  const facts = useMemo(() => summarizeTree(shown), [shown]);
  const folding = useFolding(trace.trace_id, facts.foldable, view.focusId !== null);
  const untilMs = view.whole.endMs;
  const path = useMemo(
    () => (search.path === true ? criticalPath(shown, untilMs) : null),
    [shown, untilMs, search.path],
  );
  const [inNode, setInNode] = useState<ReadonlySet<string>>(NONE);
  const { data: events } = useQuery({
    ...traceEventsQuery(project, trace.trace_id),
    enabled: facts.hasEvents,
  });
  const ticks = useMemo(() => ticksBySpan(events?.data ?? []), [events]);
  const marks: TreeMarks = useMemo(
    () => ({ found: find.spans.size === 0 ? inNode : find.spans, path, ticks }),
    [find.spans, inNode, path, ticks],
  );
  const chooseNode = (spanIds: readonly string[]): void => {
    setInNode(new Set(spanIds));
    // A second press goes on to the next of its spans.
    const next = spanIds[(spanIds.indexOf(selectedId ?? '') + 1) % spanIds.length];
    if (next !== undefined) select(next);
  };
  useShortcuts({ t: () => search.view === 'graph' && (view.change({ view: undefined }), true) });
  const said = useViewKeys(project, trace.trace_id, view);
  return (
    <Tabs.Root
      value={search.view ?? 'tree'}
      onValueChange={(next) => view.change({ view: next === 'graph' ? 'graph' : undefined })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <h2 className="sr-only">Spans</h2>
      <TreeToolbar view={view} find={find} facts={facts} folding={folding} />
      {find.text !== null && (
        <FindBar
          find={find}
          what="trace"
          placeholder="Names, models, tools and what was said"
          searched={'[role="tabpanel"]:not([hidden]) [tabindex="0"]'}
        />
      )}
      <FocusBar view={view} />
      <Tabs.Content value="tree" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <SpanTree
          tree={shown}
          window={view.zoom ?? view.whole}
          gaps={view.gaps}
          marks={marks}
          folding={folding}
          facts={facts}
          selectedId={selectedId}
          markedId={view.markedId}
          onSelect={select}
          onZoom={view.zoomTo}
        />
      </Tabs.Content>
      <Tabs.Content value="graph" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <Suspense fallback={<div className="loading m-4 skeleton h-40" />}>
          <TraceGraph tree={shown} selectedId={selectedId} onChoose={chooseNode} />
        </Suspense>
      </Tabs.Content>
      <p
        role="status"
        className={said === '' ? 'sr-only' : 'border-t border-line px-4 py-1 text-sm text-ink-2'}
      >
        {said}
      </p>
    </Tabs.Root>
  );
}
