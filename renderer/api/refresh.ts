import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches what is on screen under a key again, and marks the rest as stale. Unlike invalidateQueries alone it also fetches
 * lists that stand still. Returns when the answers are there; what fails is told where it is shown.
 */
export async function refreshAll(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const still = client
    .getQueryCache()
    .findAll({ queryKey, type: 'active', predicate: (query) => query.isStatic() });
  await Promise.allSettled([
    client.invalidateQueries({ queryKey }),
    ...still.map((query) => query.fetch(undefined, { cancelRefetch: true })),
  ]);
}
