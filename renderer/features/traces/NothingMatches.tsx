import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tracePageQuery } from '../../api/queries.ts';
import type { TraceListSearch } from '../../lib/search.ts';
import { EmptyState } from '../../ui/States.tsx';
import { EmptyTraces } from './EmptyTraces.tsx';
import { explainEmpty } from './trace-list-model.ts';

type Props = { readonly project: string; readonly search: TraceListSearch };

/** For a list without rows: says what hides them and offers what would show, or where to send the first one. */
export function NothingMatches({ project, search }: Props) {
  const all = useQuery(tracePageQuery(project, { include_nongenai: true, limit: 1 }));
  const ai = useQuery(tracePageQuery(project, { limit: 1 }));
  if (all.data === undefined || ai.data === undefined) return null;
  const reason = explainEmpty(search, { ai: ai.data.meta.total_items, all: all.data.meta.total_items });
  if (reason === null) return <EmptyTraces project={project} />;
  return (
    <EmptyState title={reason.title}>
      <p>
        {reason.hidden}{' '}
        <Link to="/p/$project/traces" params={{ project }} search={reason.search} className="text-link">
          {reason.action}
        </Link>
      </p>
    </EmptyState>
  );
}
