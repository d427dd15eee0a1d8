import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate } from '../../api/invalidate.ts';
import { filterOptionsQuery } from '../../api/queries.ts';
import { createCoalescer } from '../../lib/coalesce.ts';
import { useLiveChannel } from '../../ui/live-context.ts';

const INTERVAL_MS = 1000;

/** How many spans of each framework have arrived in the project, kept current; null while that is not known. */
export function useArrivals(project: string): ReadonlyMap<string, number> | null {
  const client = useQueryClient();
  const { subscribe } = useLiveChannel();
  const { data } = useQuery({ ...filterOptionsQuery(project, 'spans'), staleTime: 0 });
  useEffect(() => {
    const { queryKey } = filterOptionsQuery(project, 'spans');
    const updates = createCoalescer(() => invalidate(client, { queryKey }), {
      intervalMs: INTERVAL_MS,
      firstMs: 50,
    });
    const unsubscribe = subscribe(() => updates.add(null));
    return () => {
      unsubscribe();
      updates.stop();
    };
  }, [client, project, subscribe]);
  if (data === undefined) return null;
  return new Map(data.options.framework.map(({ value, count }) => [value, count]));
}
