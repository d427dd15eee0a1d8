import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SessionSummary } from '../../../collector/contract/sessions.ts';
import { sessionPageQuery } from '../../api/queries.ts';
import { anyOf } from '../../lib/filters.ts';
import { findInListed } from '../../lib/find-text.ts';
import { listRequest, readSessionListSearch, type SessionListSearch } from '../../lib/search.ts';
import type { GridOrder } from '../../ui/grid/GridHead.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { NothingSent } from '../../ui/list/NothingSent.tsx';
import { useNow } from '../../ui/use-now.ts';
import { SessionActions } from './SessionActions.tsx';
import { SessionPanel } from './SessionPanel.tsx';
import { sessionColumns } from './session-columns.tsx';

const route = getRouteApi('/p/$project/sessions');
const DEFAULT_ORDER: GridOrder = { field: 'end_time', isDescending: true };
const SWITCHES = [['has_error', 'Errors only']] as const;

export function SessionsPage() {
  const { project } = route.useParams();
  const address = route.useSearch();
  const search = readSessionListSearch(address);
  const navigate = useNavigate();
  const now = useNow();
  const find = findInListed(address.search);
  const columns = useMemo(() => sessionColumns(project, find), [project, find]);
  const change = (next: SessionListSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/sessions', params: { project }, search: next, ...options });
  return (
    <ListScreen<SessionSummary, SessionListSearch>
      screen="sessions"
      title="Sessions"
      noun="session"
      project={project}
      search={search}
      onSearch={change}
      query={listRequest(search, now)}
      fetchPage={(query) => sessionPageQuery(project, query)}
      columns={columns}
      rowKey={(session) => session.session_id}
      freshKey={sessionNews}
      defaultOrder={DEFAULT_ORDER}
      // An older session that goes on moves to the top, so nothing but standing still keeps rows in place.
      holdBack={() => null}
      onlyThese={(sessions) => anyOf('session_id', sessions)}
      filterBar={
        <FilterBar
          project={project}
          listed="sessions"
          search={search}
          onChange={change}
          switches={SWITCHES}
        />
      }
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(session) =>
        void navigate({
          to: '/p/$project/sessions/$sessionId',
          params: { project, sessionId: session.session_id },
          search: { find },
        })
      }
      renderPanel={(open, close) => (
        <SessionPanel project={project} sessionId={open} find={find} onClose={close} />
      )}
      renderActions={(bulk) => <SessionActions project={project} columns={columns} {...bulk} />}
    />
  );
}

function sessionNews(session: SessionSummary): string {
  return `${session.session_id}:${session.end_time}`;
}

type NoRowsProps = {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly now: number;
};

function NoRows({ project, search, now }: NoRowsProps) {
  return (
    <EmptyList
      project={project}
      noun="session"
      listed="sessions"
      search={search}
      request={(asked) => listRequest(asked, now)}
      fetchPage={(query) => sessionPageQuery(project, query)}
      renderLink={(shown, text) => (
        <Link to="/p/$project/sessions" params={{ project }} search={shown} className="text-link">
          {text}
        </Link>
      )}
    >
      <NothingSent project={project} title="No sessions yet">
        Traces whose spans carry a session id (<code className="font-mono">session.id</code>,{' '}
        <code className="font-mono">gen_ai.conversation.id</code>, or your framework's own) are gathered here
        as one conversation.
      </NothingSent>
    </EmptyList>
  );
}
