import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Marks queries as stale; resolves when what of them is on screen has been read again. A first answer that is on its way
 * invalidateQueries neither stops nor asks for again, though it may tell of before: it is marked once more when it is there.
 */
export async function invalidate(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const underway = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
  await client.invalidateQueries(filters);
  if (underway.length === 0) return;
  await Promise.allSettled(underway.flatMap(({ promise }) => promise ?? []));
  const late = new Set(underway);
  await client.invalidateQueries({ predicate: (query) => late.has(query) });
}
