import { Link } from '@tanstack/react-router';
import { tracePageQuery } from '../../api/queries.ts';
import { traceListRequest, type DashboardSearch } from '../../lib/search.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { NoAiTraces } from '../../ui/list/NoAiTraces.tsx';
import { StoredSoFar } from '../../ui/list/StoredSoFar.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';

type Props = { readonly project: string; readonly search: DashboardSearch; readonly now: number };

/** Where there is nothing to sum up: what hides it, or where to send it. */
export function NoFigures({ project, search, now }: Props) {
  const link = (shown: DashboardSearch, text: string) => (
    <Link to="/p/$project/dashboard" params={{ project }} search={shown} className="text-link">
      {text}
    </Link>
  );
  return (
    <EmptyList
      project={project}
      noun="trace"
      listed="traces"
      search={search}
      request={(asked) => traceListRequest({ ...asked, order_by: undefined }, now)}
      fetchPage={(query) => tracePageQuery(project, query)}
      renderLink={link}
    >
      <NoAiTraces project={project} search={search} renderLink={link}>
        <EmptyState title="Nothing to sum up yet">
          <p>
            Calls, tokens, cost and latency show here with the first trace.{' '}
            <Link to="/p/$project/set-up" params={{ project }} className="text-link">
              Set-up
            </Link>{' '}
            says where to send it.
          </p>
          <StoredSoFar project={project} />
        </EmptyState>
      </NoAiTraces>
    </EmptyList>
  );
}
