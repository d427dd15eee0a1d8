import { ProjectParams } from '../../contract/common.ts';
import { FilterOptions } from '../../contract/filter-options.ts';
import type { Listed } from '../../store/reader/filter-fields.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const LISTS: readonly Listed[] = ['traces', 'sessions', 'spans'];

/** What each project-scoped list can be filtered by. */
export function registerFilterOptionRoutes(app: Routes, query: Query): void {
  for (const listed of LISTS)
    app.get(
      `${PROJECT}/${listed}/filter-options`,
      { schema: { params: ProjectParams, response: { 200: FilterOptions } } },
      ({ params }, reply) =>
        sendJson(reply, query.run('filterOptions', { project: params.project_id, listed })),
    );
}
