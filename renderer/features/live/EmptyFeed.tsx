import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { storedQuery } from '../../api/count-queries.ts';
import { readFilters } from '../../lib/filters.ts';
import { plural } from '../../lib/format.ts';
import type { LiveSearch } from '../../lib/search.ts';
import { StoredSoFar } from '../../ui/list/StoredSoFar.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';

type Props = { readonly project: string; readonly search: LiveSearch; readonly heard: number };

/** For a feed without rows: says what hides them and offers what would show, or what to do where there are none. */
export function EmptyFeed({ project, search, heard }: Props) {
  const { data: stored } = useQuery(storedQuery(project));
  if (stored === undefined) return null;
  const { traces, logs, metrics } = stored;
  const isFiltered = readFilters(search.filters).length > 0;
  if (isFiltered) {
    return (
      <EmptyState title="Nothing matches the filters yet">
        <p>
          {heard > 0 && `${plural(heard, 'span')} arrived since you opened this. `}
          What matches shows here as it comes.{' '}
          <LiveLink project={project} search={{ ...search, filters: undefined }}>
            Clear filters
          </LiveLink>
        </p>
      </EmptyState>
    );
  }
  if (traces > 0 && search.every_span !== true) {
    return (
      <EmptyState title="No messages or tool calls yet">
        <p>
          {plural(traces, 'other trace')} without any.{' '}
          <LiveLink project={project} search={{ ...search, every_span: true }}>
            Show every span
          </LiveLink>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={logs + metrics > 0 ? 'No spans yet' : 'Waiting for the first span'}>
      <p>
        Messages and tool calls show here the moment they arrive.{' '}
        <Link to="/p/$project/set-up" params={{ project }} className="text-link">
          Set-up
        </Link>{' '}
        says where to send them.
      </p>
      <StoredSoFar project={project} />
    </EmptyState>
  );
}

type LinkProps = { readonly project: string; readonly search: LiveSearch; readonly children: string };

function LiveLink({ project, search, children }: LinkProps) {
  return (
    <Link to="/p/$project/live" params={{ project }} search={search} className="text-link">
      {children}
    </Link>
  );
}
