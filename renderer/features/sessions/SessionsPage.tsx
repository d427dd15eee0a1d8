import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { SessionSummary } from '../../../collector/contract/sessions.ts';
import { sessionPageQuery } from '../../api/queries.ts';
import { plural } from '../../lib/format.ts';
import { nextOrder, readOrder, type SessionListSearch } from '../../lib/search.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { RowRange } from '../../ui/grid/paging.ts';
import { useFreshRows } from '../../ui/grid/use-fresh-rows.ts';
import { useLiveRows } from '../../ui/grid/use-live-rows.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { sessionColumns } from './session-columns.tsx';

const route = getRouteApi('/p/$project/sessions');
const DEFAULT_ORDER = { field: 'end_time', isDescending: true };

export function SessionsPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  useTitle('Sessions');
  return <SessionList key={`${project}?${JSON.stringify(search)}`} project={project} search={search} />;
}

function SessionList({ project, search }: { readonly project: string; readonly search: SessionListSearch }) {
  const navigate = useNavigate();
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 });
  const [isHeld, setIsHeld] = useState(false);
  const rows = useLiveRows<SessionSummary>({
    fetchPage: (query) => sessionPageQuery(project, query),
    query: { ...search },
    range,
    isFrozen: isHeld,
    // An older session that goes on moves to the top, so nothing but standing still keeps rows in place.
    holdBack: () => null,
  });
  const isFresh = useFreshRows(rows.loadedRows, sessionKey, !isHeld);
  const columns = useMemo(() => sessionColumns(project), [project]);
  return (
    <>
      <PageHeader crumbs={['Sessions']}>
        {rows.total !== null && (
          <span className="num text-sm text-ink-3">{plural(rows.total, 'session')}</span>
        )}
      </PageHeader>
      {rows.error !== null && (
        <ErrorState title="The sessions could not be loaded" error={rows.error} onRetry={rows.retry} />
      )}
      {rows.error === null && rows.total === 0 && <NoSessions project={project} search={search} />}
      {rows.error === null && rows.total !== 0 && (
        <DataGrid
          label="Sessions"
          columns={columns}
          rowCount={rows.total}
          rowAt={rows.rowAt}
          order={readOrder(search.order_by) ?? DEFAULT_ORDER}
          onOrder={(field) =>
            void navigate({
              to: '/p/$project/sessions',
              params: { project },
              search: { ...search, order_by: nextOrder(search.order_by, field, DEFAULT_ORDER.field) },
            })
          }
          onOpen={(session) =>
            void navigate({
              to: '/p/$project/sessions/$sessionId',
              params: { project, sessionId: session.session_id },
            })
          }
          rowKey={(session) => session.session_id}
          onRange={setRange}
          onHold={setIsHeld}
          newCount={rows.newCount}
          isFresh={isFresh}
        />
      )}
    </>
  );
}

function sessionKey(session: SessionSummary): string {
  return `${session.session_id}:${session.end_time}`;
}

function NoSessions({ project, search }: { readonly project: string; readonly search: SessionListSearch }) {
  const all = useQuery(sessionPageQuery(project, { limit: 1 }));
  const hidden = all.data?.meta.total_items ?? 0;
  const isFiltered = search.user_id !== undefined || search.environment !== undefined;
  if (isFiltered && hidden > 0) {
    return (
      <EmptyState title="No session matches the filters">
        <p>
          {plural(hidden, 'session')} without them.{' '}
          <Link to="/p/$project/sessions" params={{ project }} className="text-link">
            Clear filters
          </Link>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No sessions yet">
      <p className="max-w-lg">
        Traces whose spans carry a session id (<code className="font-mono">session.id</code>,{' '}
        <code className="font-mono">gen_ai.conversation.id</code>, or your framework's own) are gathered here
        as one conversation.
      </p>
      <p>
        <Link to="/p/$project/traces" params={{ project }} className="text-link">
          See the traces
        </Link>
      </p>
    </EmptyState>
  );
}
