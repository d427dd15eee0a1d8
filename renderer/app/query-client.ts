import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';

/** What a machine without a network asks of itself is answered all the same; by default it waited for one. */
const networkMode = 'always';

/**
 * The cache of everything the collector said. Live events say what is stale (api/keep-current.ts), so nothing ages by itself.
 * `onError` hears of every failure, whichever screen asked.
 */
export function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 120_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: 400,
        networkMode,
      },
      mutations: { networkMode },
    },
  });
}

function isPassing(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
