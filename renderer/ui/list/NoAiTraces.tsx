import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tracePageQuery } from '../../api/queries.ts';
import { plural } from '../../lib/format.ts';
import { withoutNarrowing, type TraceListSearch } from '../../lib/search.ts';
import { EmptyState } from '../notices/States.tsx';

type Props<Search extends TraceListSearch> = {
  readonly project: string;
  readonly search: Search;
  /** A way to the same screen under another address. */
  readonly renderLink: (search: Search, text: string) => ReactNode;
  /** For a project that has no trace at all. */
  readonly children: ReactNode;
};

/** For a project without AI traces: shows the way to its other traces, or what to do where there are none. */
export function NoAiTraces<Search extends TraceListSearch>(props: Props<Search>) {
  const { project, search, renderLink, children } = props;
  const all = useQuery(tracePageQuery(project, { include_nongenai: true, limit: 1 }));
  if (all.data === undefined) return null;
  const count = all.data.meta.total_items;
  if (count === 0) return children;
  // All traces, with or without AI; the order stays.
  const everything = {
    ...withoutNarrowing(search, { range: true, filters: true }),
    include_nongenai: true,
  };
  return (
    <EmptyState title="No AI traces">
      <p>
        {plural(count, 'other trace')}. {renderLink(everything, 'Show all')}
      </p>
    </EmptyState>
  );
}
