import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { storedQuery } from '../../api/count-queries.ts';
import { plural } from '../../lib/format.ts';
import { ALL_TIME } from '../../lib/time-range.ts';

const LISTS = [
  { page: 'traces', noun: 'trace', search: { ...ALL_TIME, include_nongenai: true } },
  { page: 'logs', noun: 'log record', search: ALL_TIME },
  { page: 'metrics', noun: 'metric', search: ALL_TIME },
] as const;

/** For a screen that has nothing to show: the ways to what else has come; nothing where nothing has. */
export function StoredSoFar({ project }: { readonly project: string }) {
  const { data: stored } = useQuery(storedQuery(project));
  const lists = LISTS.filter(({ page }) => stored !== undefined && stored[page] > 0);
  if (stored === undefined || lists.length === 0) return null;
  return (
    <p>
      Here so far:{' '}
      {lists.map(({ page, noun, search }, at) => (
        <Fragment key={page}>
          {at > 0 && ', '}
          <Link to={`/p/$project/${page}`} params={{ project }} search={search} className="text-link">
            {plural(stored[page], noun)}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
