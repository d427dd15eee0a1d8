import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SpanDetail } from '../../../../collector/contract/spans.ts';
import { spanQuery } from '../../../api/queries.ts';
import { ErrorState } from '../../../ui/notices/States.tsx';
import type { SpanPageProps } from './span-page.ts';

type DetailProps = {
  readonly page: SpanPageProps;
  readonly children: (span: SpanDetail) => ReactNode;
};

/** A page that is drawn from all that a span carries, which is asked for once it is settled on. */
export function SpanDetailFrame({ page, children }: DetailProps) {
  const { project, traceId, spanId, isSettled } = page;
  const query = useQuery({ ...spanQuery(project, traceId, spanId), enabled: isSettled });
  return <SpanPageFrame query={query}>{children}</SpanPageFrame>;
}

type Props = {
  readonly query: UseQueryResult<SpanDetail>;
  readonly children: (span: SpanDetail) => ReactNode;
};

/** Loading, failing and showing are the same on every page of a span. */
export function SpanPageFrame({ query, children }: Props) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) {
    return (
      <ErrorState
        title="The span could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div role="status" aria-label="Loading the span" className="loading grid gap-2.5 p-4">
      {[64, 48, 72, 56, 80, 60].map((width) => (
        <span key={width} className="skeleton block h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
