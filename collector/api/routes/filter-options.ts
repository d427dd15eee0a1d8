import { FilterOptions, TraceOptionsQuery } from '../../contract/filter-options.ts';
import { ProjectParams } from '../../contract/paths.ts';
import type { Listed } from '../../store/reader/filter-fields.ts';
import type { Tag } from '../openapi/route-documentation.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

const documented = (listed: Listed, operationId: string, tag: Tag) =>
  ({
    operationId,
    tags: [tag],
    summary: `What ${listed} can be filtered by`,
    params: ProjectParams,
    response: { 200: FilterOptions },
    errors: ['BUFFER_FULL'],
  }) as const;

const OTHER_LISTS = [
  { listed: 'sessions', operationId: 'getSessionFilterOptions', tag: 'Sessions' },
  { listed: 'spans', operationId: 'getSpanFilterOptions', tag: 'Spans' },
] as const satisfies readonly { listed: Listed; operationId: string; tag: Tag }[];

/** What each project-scoped list can be filtered by. */
export function registerFilterOptionRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/traces/filter-options`,
    {
      schema: {
        ...documented('traces', 'getTraceFilterOptions', 'Traces'),
        querystring: TraceOptionsQuery,
      },
    },
    ({ params, query: { include_nongenai } }, reply) =>
      sendJson(
        reply,
        query.run('filterOptions', {
          project: params.project_id,
          listed: 'traces',
          isOfAi: include_nongenai === false,
        }),
      ),
  );
  for (const { listed, operationId, tag } of OTHER_LISTS)
    app.get(
      `${PROJECT}/${listed}/filter-options`,
      { schema: documented(listed, operationId, tag) },
      ({ params }, reply) =>
        sendJson(reply, query.run('filterOptions', { project: params.project_id, listed })),
    );
}
