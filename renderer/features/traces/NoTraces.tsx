import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tracePageQuery } from '../../api/queries.ts';
import { plural } from '../../lib/format.ts';
import type { TraceListSearch } from '../../lib/search.ts';
import { EmptyState } from '../../ui/States.tsx';
import { EmptyTraces } from './EmptyTraces.tsx';
import { everyTrace } from './trace-list-model.ts';

type Props = { readonly project: string; readonly search: TraceListSearch };

/** For a project without AI traces: shows the way to its other traces, or where to send the first one. */
export function NoTraces({ project, search }: Props) {
  const all = useQuery(tracePageQuery(project, { include_nongenai: true, limit: 1 }));
  if (all.data === undefined) return null;
  const count = all.data.meta.total_items;
  if (count === 0) return <EmptyTraces project={project} />;
  return (
    <EmptyState title="No AI traces">
      <p>
        {plural(count, 'other trace')}.{' '}
        <Link to="/p/$project/traces" params={{ project }} search={everyTrace(search)} className="text-link">
          Show all
        </Link>
      </p>
    </EmptyState>
  );
}
