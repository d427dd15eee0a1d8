import { queryOptions } from '@tanstack/react-query';
import type { PageMeta } from '../../collector/contract/common.ts';
import { getJson, withQuery } from './client.ts';
import { projectPath } from './paths.ts';
import { queryKeys, type ListQuery } from './queries.ts';

/** How many traces and sessions there are, for the sidebar. */
export function countsQuery(project: string) {
  return queryOptions({
    queryKey: queryKeys.counts(project),
    queryFn: async ({ signal }) => {
      const [traces, sessions] = await Promise.all([
        readTotal(project, 'traces', {}, signal),
        readTotal(project, 'sessions', {}, signal),
      ]);
      return { traces, sessions };
    },
  });
}

/** How much of each kind has come, for screens that show none of it; of logs and metrics no event tells. */
export function storedQuery(project: string) {
  return queryOptions({
    queryKey: [...queryKeys.counts(project), 'stored'],
    queryFn: async ({ signal }) => {
      const [traces, logs, metrics] = await Promise.all([
        readTotal(project, 'traces', { include_nongenai: true }, signal),
        readTotal(project, 'logs', {}, signal),
        readTotal(project, 'metrics', {}, signal),
      ]);
      return { traces, logs, metrics };
    },
    refetchInterval: 5000,
  });
}

type Counted = 'traces' | 'sessions' | 'logs' | 'metrics';

async function readTotal(
  project: string,
  list: Counted,
  query: ListQuery,
  signal: AbortSignal,
): Promise<number> {
  const path = withQuery(`${projectPath(project)}/${list}`, { ...query, limit: 1 });
  const { meta } = await getJson<{ readonly meta: PageMeta }>(path, signal);
  return meta.total_items;
}
