import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { LogRecord } from '../../../collector/contract/logs.ts';
import { logPageQuery, queryKeys, type ListQuery } from '../../api/queries.ts';
import type { PageOf } from '../../api/shared-page.ts';
import { LOG_FILTERS, readLogListSearch, type LogListSearch } from '../../lib/search.ts';
import { timeBounds } from '../../lib/time-range.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { NothingSent } from '../../ui/list/NothingSent.tsx';
import { useNow } from '../../ui/use-now.ts';
import { logColumns } from './log-columns.tsx';
import { LogFilters } from './LogFilters.tsx';
import { LogPanel } from './LogPanel.tsx';

const route = getRouteApi('/p/$project/logs');
/** Most log records tell no listener of a stream, so the list asks. */
const POLL_MS = 2000;

export function LogsPage() {
  const { project } = route.useParams();
  const search = readLogListSearch(route.useSearch());
  const navigate = useNavigate();
  const now = useNow();
  const columns = useMemo(() => logColumns(project), [project]);
  const change = (next: LogListSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/logs', params: { project }, search: next, ...options });
  return (
    <ListScreen<LogRecord, LogListSearch>
      screen="logs"
      title="Logs"
      noun="log record"
      project={project}
      search={search}
      onSearch={change}
      query={logRequest(search, now)}
      fetchPage={(query) => logPageQuery(project, query)}
      columns={columns}
      rowKey={(record) => record.id}
      defaultOrder={null}
      // Each exporter sends what it has gathered: records of one come between those of others.
      hasLatecomers
      holdBack={(first) => (search.to_timestamp === undefined ? { to_timestamp: first.time } : null)}
      pollMs={POLL_MS}
      filterBar={<LogFilters project={project} search={search} onChange={change} />}
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(record) => change({ ...search, open: record.id })}
      renderPanel={(open, close) => <OpenRecord project={project} id={open} onClose={close} />}
    />
  );
}

type OpenProps = { readonly project: string; readonly id: string; readonly onClose: () => void };

/** The record as the list has read it: the API has no other way to one. */
function OpenRecord({ project, id, onClose }: OpenProps) {
  const client = useQueryClient();
  const pages = client.getQueriesData<PageOf<LogRecord>>({ queryKey: queryKeys.logs(project) });
  const record = pages.flatMap(([, page]) => page?.data ?? []).find((candidate) => candidate.id === id);
  return <LogPanel project={project} record={record} onClose={onClose} />;
}

function logRequest(search: LogListSearch, nowMs: number): ListQuery {
  const plain = [...LOG_FILTERS, 'search' as const].flatMap((key) =>
    search[key] === undefined ? [] : [[key, search[key]] as const],
  );
  return { ...timeBounds(search, nowMs), ...Object.fromEntries(plain) };
}

type NoRowsProps = { readonly project: string; readonly search: LogListSearch; readonly now: number };

function NoRows({ project, search, now }: NoRowsProps) {
  return (
    <EmptyList
      project={project}
      noun="log record"
      search={search}
      request={(asked) => logRequest(asked, now)}
      fetchPage={(query) => logPageQuery(project, query)}
      renderLink={(shown, text) => (
        <Link to="/p/$project/logs" params={{ project }} search={shown} className="text-link">
          {text}
        </Link>
      )}
    >
      <NothingSent project={project} title="No logs yet">
        Log records and events that exporters send to <code className="font-mono">/v1/logs</code> are listed
        here, each with the trace and span it belongs to.
      </NothingSent>
    </EmptyList>
  );
}
