import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import { traceQuery } from '../../api/queries.ts';
import { readCompareSearch, type CompareSearch } from '../../lib/search.ts';
import { shownName } from '../../lib/text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { useTitle } from '../../ui/panels/use-title.ts';
import { Comparison } from './Comparison.tsx';
import { TraceSide } from './TraceSide.tsx';

const route = getRouteApi('/p/$project/compare');

/** Two traces side by side; either can be chosen here. */
export function ComparePage() {
  const { project } = route.useParams();
  const search = readCompareSearch(route.useSearch());
  const navigate = useNavigate();
  const a = useTrace(project, search.a);
  const b = useTrace(project, search.b);
  const change = (next: CompareSearch, isNew = false): void =>
    void navigate({
      to: '/p/$project/compare',
      params: { project },
      search: { ...search, ...next },
      replace: !isNew,
    });
  const areChosen = search.a !== undefined && search.b !== undefined;
  useTitle(
    a.data === undefined || b.data === undefined
      ? 'Compare'
      : `${shownName(a.data.trace_name)} and ${shownName(b.data.trace_name)} compared`,
  );
  return (
    <>
      <PageHeader
        crumbs={[
          <Link key="traces" to="/p/$project/traces" params={{ project }} className="hover:text-ink">
            Traces
          </Link>,
          'Compare',
        ]}
      >
        <Button
          disabled={search.a === undefined && search.b === undefined}
          onClick={() => change({ a: search.b, b: search.a }, true)}
        >
          <ArrowLeftRight size={13} aria-hidden className="text-ink-3" /> Swap
        </Button>
      </PageHeader>
      <h1 className="sr-only">Two traces compared</h1>
      <div className="grid flex-none grid-cols-2 border-b border-line">
        <TraceSide
          side="a"
          project={project}
          traceId={search.a}
          query={a}
          other={b.data}
          onChoose={(traceId) => change({ a: traceId }, true)}
        />
        <TraceSide
          side="b"
          project={project}
          traceId={search.b}
          query={b}
          other={a.data}
          onChoose={(traceId) => change({ b: traceId }, true)}
        />
      </div>
      {a.data !== undefined && b.data !== undefined && (
        <Comparison
          key={`${a.data.trace_id} ${b.data.trace_id}`}
          project={project}
          a={a.data}
          b={b.data}
          search={search}
          onChange={change}
        />
      )}
      {areChosen && (a.isLoading || b.isLoading) && (
        <>
          <div aria-hidden className="h-9 flex-none border-b border-line" />
          <ConversationSkeleton />
        </>
      )}
      {!areChosen && (
        <EmptyState
          title={search.a === search.b ? 'Choose two traces' : 'Choose the trace to compare it with'}
        >
          <p className="max-w-lg">
            Tick two traces in the list and press Compare, or choose them above: another run of the same agent
            shows what changed in what was said, in what ran and in what it cost.
          </p>
        </EmptyState>
      )}
    </>
  );
}

function useTrace(project: string, traceId: string | undefined): UseQueryResult<TraceWithTree> {
  return useQuery({ ...traceQuery(project, traceId ?? ''), enabled: traceId !== undefined });
}
