import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { TraceDetail } from '../../../collector/contract/traces.ts';
import { ApiError } from '../../api/client.ts';
import { traceQuery } from '../../api/queries.ts';
import type { TraceSearch } from '../../lib/search.ts';
import { buildSpanTree } from '../../lib/span-tree.ts';
import type { TimeWindow } from '../../lib/waterfall.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { DetailTabs } from './DetailTabs.tsx';
import { Minimap } from './Minimap.tsx';
import { SpanTree } from './SpanTree.tsx';
import { TraceHeader } from './TraceHeader.tsx';
import { TraceSkeleton } from './TraceSkeleton.tsx';

const route = getRouteApi('/p/$project/traces/$traceId');

export function TracePage() {
  const { project, traceId } = route.useParams();
  const trace = useQuery(traceQuery(project, traceId));
  const name = trace.data?.trace_name ?? 'Trace';
  useTitle(name);
  return (
    <>
      <PageHeader
        crumbs={[
          <Link key="traces" to="/p/$project/traces" params={{ project }} className="hover:text-ink">
            Traces
          </Link>,
          name,
        ]}
      />
      <TraceBody project={project} traceId={traceId} query={trace} />
    </>
  );
}

type BodyProps = {
  readonly project: string;
  readonly traceId: string;
  readonly query: UseQueryResult<TraceDetail>;
};

function TraceBody({ project, traceId, query }: BodyProps) {
  const { data, error } = query;
  // A trace that was deleted while it was looked at is gone; any other failure leaves what was read on screen.
  const isGone = error instanceof ApiError && error.code === 'TRACE_NOT_FOUND';
  if (isGone || (data === undefined && error !== null)) {
    return <TraceFailed error={error} traceId={traceId} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) return <TraceSkeleton />;
  return <LoadedTrace key={traceId} project={project} trace={data} />;
}

function LoadedTrace({ project, trace }: { readonly project: string; readonly trace: TraceDetail }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const tree = useMemo(() => buildSpanTree(trace.spans), [trace.spans]);
  const [zoom, setZoom] = useState<TimeWindow | null>(null);
  const selectedId = search.span !== undefined && tree.byId.has(search.span) ? search.span : null;
  const traceId = trace.trace_id;
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
  const select = useCallback((span: string): void => change({ span }), [change]);
  return (
    <>
      <TraceHeader project={project} trace={trace}>
        <Minimap tree={tree} zoom={zoom} onZoom={setZoom} />
      </TraceHeader>
      <SplitPane
        storageKey="tracedeck.trace.split"
        label="Width of the tree"
        left={
          <SpanTree
            tree={tree}
            window={zoom ?? tree}
            isZoomed={zoom !== null}
            onResetZoom={() => setZoom(null)}
            selectedId={selectedId}
            onSelect={select}
          />
        }
        right={
          <DetailTabs
            project={project}
            trace={trace}
            tree={tree}
            selectedId={selectedId}
            search={search}
            onChange={change}
          />
        }
      />
    </>
  );
}

function TraceFailed({
  error,
  traceId,
  onRetry,
}: {
  readonly error: Error;
  readonly traceId: string;
  readonly onRetry: () => void;
}) {
  if (error instanceof ApiError && error.code === 'TRACE_NOT_FOUND') {
    return (
      <EmptyState title="There is no such trace here">
        <p>
          <span className="font-mono">{traceId}</span> has not arrived in this project, or was deleted. If it
          arrives, it shows here.
        </p>
      </EmptyState>
    );
  }
  return <ErrorState title="The trace could not be loaded" error={error} onRetry={onRetry} />;
}
