import { otherMachine } from '../../lib/desktop.ts';
import { exporterEndpoints } from '../../lib/endpoints.ts';
import { EmptyState } from '../../ui/notices/States.tsx';
import { AddressPane } from './AddressPane.tsx';
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
  const arrivals = useArrivals(project);
  const recipe = findRecipe(slug);
  return (
    <div className="page-pane grid grid-cols-[200px_minmax(0,1fr)] max-sm:min-h-120 max-sm:grid-cols-1 max-sm:grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[236px_minmax(0,1fr)]">
      <FrameworkNav project={project} chosen={recipe?.slug} arrivals={arrivals} />
      <AddressPane label="Instructions" place={`instructions ${recipe?.slug}`}>
        {(health) => {
          if (recipe === undefined)
            return (
              <EmptyState title="There are no instructions by that name">
                <p>Choose one of the list.</p>
              </EmptyState>
            );
          const { http, grpc } = exporterEndpoints(health, project, otherMachine());
          return (
            http !== null && (
              <Instructions
                key={recipe.slug}
                recipe={recipe}
                target={{ http, grpc, project }}
                receivers={health.receivers}
                arrivals={arrivals}
              />
            )
          );
        }}
      </AddressPane>
    </div>
  );
}
