import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SpanDetail } from '../../../collector/contract/spans.ts';
import { ErrorState } from '../../ui/States.tsx';

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
