import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Columns2 } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import { hasCode } from '../../api/client.ts';
import { traceQuery } from '../../api/queries.ts';
import { readTraceSearch } from '../../lib/search.ts';
import { shownName } from '../../lib/text.ts';
import { ButtonLink } from '../../ui/controls/ButtonLink.tsx';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { useTitle } from '../../ui/panels/use-title.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { TraceSkeleton } from './TraceSkeleton.tsx';
import { TraceView } from './TraceView.tsx';

const route = getRouteApi('/p/$project/traces/$traceId');

export function TracePage() {
  const { project, traceId } = route.useParams();
  const { span } = readTraceSearch(route.useSearch());
  const query = useQuery(traceQuery(project, traceId));
  const trace = useDrawnTrace(query.data);
  const name = trace === undefined ? 'Trace' : shownName(trace.trace_name);
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
      >
        {/* Of a trace that is gone there is nothing left to compare or to save. */}
        {trace !== undefined && !hasCode(query.error, 'TRACE_NOT_FOUND') && (
          <>
            <ButtonLink to="/p/$project/compare" params={{ project }} search={{ a: traceId }}>
              <Columns2 size={13} aria-hidden className="text-ink-3" /> Compare
            </ButtonLink>
            <ExportMenu project={project} trace={trace} spanId={span ?? null} />
          </>
        )}
      </PageHeader>
      <TraceBody project={project} traceId={traceId} trace={trace} query={query} />
    </>
  );
}

/**
 * What was read. While a trace grows it is drawn bit by bit between other things, or each growth of a large one would hold up
 * what somebody does; the first time it is waited for, and comes at once.
 */
function useDrawnTrace(read: TraceWithTree | undefined): TraceWithTree | undefined {
  const drawn = useDeferredValue(read);
  return drawn?.trace_id === read?.trace_id ? drawn : read;
}

type BodyProps = {
  readonly project: string;
  readonly traceId: string;
  readonly trace: TraceWithTree | undefined;
  readonly query: UseQueryResult<TraceWithTree>;
};

function TraceBody({ project, traceId, trace, query }: BodyProps) {
  const { data, error } = query;
  // A trace that was deleted while it was looked at is gone; any other failure leaves what was read on screen.
  const isGone = hasCode(error, 'TRACE_NOT_FOUND');
  if (isGone || (data === undefined && error !== null)) {
    const retry = (): void => void query.refetch();
    return <TraceFailed error={error} project={project} traceId={traceId} onRetry={retry} />;
  }
  if (trace === undefined) return <TraceSkeleton />;
  return <LoadedTrace key={traceId} project={project} trace={trace} />;
}

type LoadedProps = { readonly project: string; readonly trace: TraceWithTree };

const LoadedTrace = memo(function LoadedTrace({ project, trace }: LoadedProps) {
  return <TraceView project={project} trace={trace} search={readTraceSearch(route.useSearch())} />;
});

function TraceFailed({
  error,
  project,
  traceId,
  onRetry,
}: {
  readonly error: Error;
  readonly project: string;
  readonly traceId: string;
  readonly onRetry: () => void;
}) {
  if (hasCode(error, 'TRACE_NOT_FOUND')) {
    return (
      <EmptyState title="There is no such trace here" isPage>
        <p>
          <span className="font-mono">{traceId}</span> has not arrived in this project, or was deleted. If it
          arrives, it shows here.
        </p>
        <Link to="/p/$project/traces" params={{ project }} className="text-link">
          Go to the traces
        </Link>
      </EmptyState>
    );
  }
  return <ErrorState title="The trace could not be loaded" isPage error={error} onRetry={onRetry} />;
}
