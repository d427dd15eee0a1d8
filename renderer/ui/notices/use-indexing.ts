import { useQuery } from '@tanstack/react-query';
import { filterOptionsQuery, settingsQuery } from '../../api/queries.ts';
import { indexingOf, type Indexing } from '../attributes/attribute-filter.ts';
import type { Listed } from '../../lib/filter-fields.ts';

/** Whether the lists of a project can be asked for a key; null until that is known. Where it can't be, nothing is said against it. */
export function useIndexing(project: string, listed: Listed): (key: string) => Indexing | null {
  const options = useQuery(filterOptionsQuery(project, listed));
  const current = useQuery(settingsQuery);
  return (key) => {
    if (options.isPending || current.isPending) return null;
    if (options.data === undefined || current.data === undefined) return 'indexed';
    return indexingOf(key, options.data, current.data.settings.otel.attributes);
  };
}
