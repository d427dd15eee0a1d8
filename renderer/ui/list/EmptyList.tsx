import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListQuery, PageQuery } from '../../api/queries.ts';
import { wantedKeys } from '../attributes/attribute-filter.ts';
import { explainEmpty } from './explain-empty.ts';
import { fieldLabel, type Listed } from '../../lib/filter-fields.ts';
import { readFilters, writeFilters } from '../../lib/filters.ts';
import { withoutNarrowing } from '../../lib/search.ts';
import { hasTimeRange, rangeInWords } from '../../lib/time-range.ts';
import { IndexingNote } from '../notices/IndexingNote.tsx';
import { EmptyState, ErrorState } from '../notices/States.tsx';
import { useIndexing } from '../notices/use-indexing.ts';
import { meantFilters } from './meant-field.ts';
import type { ScreenSearch } from './ListScreen.tsx';

type FilteredSearch = ScreenSearch & { readonly filters?: string | undefined };

type Props<Search extends FilteredSearch> = {
  readonly project: string;
  readonly noun: string;
  /** Absent where the list takes no conditions. */
  readonly listed?: Listed;
  readonly search: Search;
  /** What the list asks for when its address says this. */
  readonly request: (search: Search) => ListQuery;
  readonly fetchPage: (query: ListQuery) => PageQuery<unknown>;
  /** A way to the same list under another address. */
  readonly renderLink: (search: Search, text: string) => ReactNode;
  /** For a project that has none at all. */
  readonly children: ReactNode;
};

/** For a list without rows: says what hides them and offers what would show, or what to do where there are none. */
export function EmptyList<Search extends FilteredSearch>(props: Props<Search>) {
  const { project, noun, listed, search, request, fetchPage, renderLink, children } = props;
  const unfilteredQuery = request(withoutNarrowing(search, { filters: true }));
  const count = (query: ListQuery) => fetchPage({ ...query, page: 1, limit: 1 });
  const anyTime = useQuery(count(request(withoutNarrowing(search, { range: true }))));
  const unfiltered = useQuery(count(unfilteredQuery));
  const all = useQuery(count(request(withoutNarrowing(search, { range: true, filters: true }))));
  const indexingOf = useIndexing(project, 'spans');
  const suspect = wantedKeys(readFilters(search.filters)).find((key) => indexingOf(key) !== 'indexed');
  const indexing = suspect === undefined ? 'indexed' : indexingOf(suspect);
  if (indexing === null) return null;
  const unread = [anyTime, unfiltered, all].filter(({ data }) => data === undefined);
  const error = unread.find((query) => query.error !== null)?.error ?? null;
  if (error !== null) {
    const onRetry = (): void => unread.forEach((query) => void query.refetch());
    return <ErrorState title="Why this list is empty could not be read" error={error} onRetry={onRetry} />;
  }
  if (anyTime.data === undefined || unfiltered.data === undefined || all.data === undefined) return null;
  const isUnfiltered = (query: ListQuery): boolean =>
    JSON.stringify(unfilteredQuery) === JSON.stringify(query);
  const reason = explainEmpty(
    {
      hasRange: hasTimeRange(search),
      hasFilters: !isUnfiltered(request(search)),
      isSearchOnly: isUnfiltered(request({ ...search, search: undefined })),
    },
    {
      anyTime: anyTime.data.meta.total_items,
      unfiltered: unfiltered.data.meta.total_items,
      all: all.data.meta.total_items,
    },
    {
      noun,
      range: rangeInWords(search),
      isRelative: search.range !== undefined,
      search: search.search,
      unindexed: indexing === 'unindexed' ? suspect : undefined,
    },
  );
  if (reason === null) return children;
  const meant =
    suspect === undefined || listed === undefined
      ? null
      : meantFilters(readFilters(search.filters), suspect, listed);
  return (
    <EmptyState title={reason.title}>
      <p>
        {reason.hidden} {renderLink(withoutNarrowing(search, reason.off), reason.action)}
      </p>
      {meant !== null && (
        <p>
          Is {renderLink({ ...search, filters: writeFilters(meant.filters) }, fieldLabel(meant.field))} meant?
        </p>
      )}
      {suspect !== undefined && (
        <p className="max-w-lg">
          <IndexingNote project={project} attribute={suspect} indexing={indexing} />
        </p>
      )}
    </EmptyState>
  );
}
