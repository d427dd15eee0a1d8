import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasCode } from '../api/client.ts';
import { healthQuery, readHealth } from '../api/queries.ts';
import { PageHeader } from '../ui/panels/PageHeader.tsx';
import { EmptyState, ErrorState } from '../ui/notices/States.tsx';

/** For an address that is no page, and of no project. */
export function NotFound() {
  return (
    <main className="grid h-full place-items-center">
      <EmptyState title="There is no such page" isPage>
        <Link to="/" className="text-link">
          Go to the traces
        </Link>
      </EmptyState>
    </main>
  );
}

/** For an address that is no page of a project: within the frame of all that are. */
export function NotFoundInProject() {
  const { project } = useParams({ from: '/p/$project' });
  return (
    <>
      <PageHeader crumbs={['Not found']} />
      <EmptyState title="There is no such page">
        <Link to="/p/$project/traces" params={{ project }} className="text-link">
          Go to the traces
        </Link>
      </EmptyState>
    </>
  );
}

/**
 * For a screen that failed while drawing, or whose code could not be had: the rest of the window stays usable. A browser asks
 * for code once only, so another try is a new page, if the collector can give it; where its absence was the error, that comes
 * by itself when it answers again.
 */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { isSuccess, isFetchedAfterMount } = useQuery(healthQuery);
  const isBack = hasCode(error, 'UNREACHABLE') && isSuccess && isFetchedAfterMount;
  useEffect(() => {
    if (isBack) location.reload();
  }, [isBack]);
  return (
    <ErrorState
      title="This screen failed"
      isPage
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void readHealth().then(() => location.reload(), reset)}
    />
  );
}
