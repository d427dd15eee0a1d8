import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListQuery, PageQuery } from '../../api/queries.ts';
import { explainEmpty, type EmptyExplanation, type Wording } from '../../lib/explain-empty.ts';
import type { Narrowing } from '../../lib/search.ts';
import { EmptyState } from '../States.tsx';

type Props = {
  readonly narrowing: Narrowing;
  readonly wording: Wording;
  /** How many there are without the time range, without filters, and without either is asked with these. */
  readonly requests: {
    readonly anyTime: ListQuery;
    readonly unfiltered: ListQuery;
    readonly all: ListQuery;
  };
  readonly fetchPage: (query: ListQuery) => PageQuery<unknown>;
  /** The way to the same list without what hides its rows. */
  readonly renderLink: (off: EmptyExplanation['off'], text: string) => ReactNode;
  /** For a project that has none at all. */
  readonly children: ReactNode;
};

/** For a list without rows: says what hides them and offers what would show, or what to do where there are none. */
export function EmptyList({ narrowing, wording, requests, fetchPage, renderLink, children }: Props) {
  const count = (query: ListQuery) => fetchPage({ ...query, page: 1, limit: 1 });
  const anyTime = useQuery(count(requests.anyTime));
  const unfiltered = useQuery(count(requests.unfiltered));
  const all = useQuery(count(requests.all));
  if (anyTime.data === undefined || unfiltered.data === undefined || all.data === undefined) return null;
  const reason = explainEmpty(
    narrowing,
    {
      anyTime: anyTime.data.meta.total_items,
      unfiltered: unfiltered.data.meta.total_items,
      all: all.data.meta.total_items,
    },
    wording,
  );
  if (reason === null) return children;
  return (
    <EmptyState title={reason.title}>
      <p>
        {reason.hidden} {renderLink(reason.off, reason.action)}
      </p>
    </EmptyState>
  );
}
