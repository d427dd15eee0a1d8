import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { healthQuery } from '../../api/queries.ts';
import { exporterEndpoints } from '../../lib/endpoints.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { useKeptPlace } from '../../ui/use-kept-place.ts';
import { FrameworkNav } from './FrameworkNav.tsx';
import { Instructions } from './Instructions.tsx';
import { findRecipe } from './recipes/recipes.ts';
import { useArrivals } from './use-arrivals.ts';

type Props = {
  readonly project: string;
  /** The framework that was chosen. */
  readonly slug: string | undefined;
};

/** What to paste for each framework, with this collector's addresses. */
export function ConnectTab({ project, slug }: Props) {
  const { data: health, error, refetch } = useQuery(healthQuery);
  const arrivals = useArrivals(project);
  const recipe = findRecipe(slug);
  const endpoints = health === undefined ? null : exporterEndpoints(health, project);
  const pane = useRef<HTMLDivElement>(null);
  useKeptPlace(pane, `instructions ${recipe?.slug}`, endpoints !== null);
  return (
    <div className="page-pane grid grid-cols-[200px_minmax(0,1fr)] max-sm:min-h-120 max-sm:grid-cols-1 max-sm:grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[236px_minmax(0,1fr)]">
      <FrameworkNav project={project} chosen={recipe?.slug} arrivals={arrivals} />
      <div
        ref={pane}
        role="region"
        aria-label="Instructions"
        tabIndex={0}
        className="min-h-0 overflow-auto focus-visible:-outline-offset-2"
      >
        {endpoints === null && error !== null && (
          <ErrorState
            title="The collector's addresses are not known"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {recipe === undefined && (
          <EmptyState title="There are no instructions by that name">
            <p>Choose one of the list.</p>
          </EmptyState>
        )}
        {health !== undefined && endpoints !== null && endpoints.http !== null && recipe !== undefined && (
          <Instructions
            key={recipe.slug}
            recipe={recipe}
            target={{ http: endpoints.http, grpc: endpoints.grpc, project }}
            receivers={health.receivers}
            arrivals={arrivals}
          />
        )}
      </div>
    </div>
  );
}
