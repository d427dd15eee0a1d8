import { ProjectParams } from '../../contract/paths.ts';
import { Stats, StatsQuery } from '../../contract/stats.ts';
import { statsParameters } from '../../query/parameters/stats.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerStatsRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/stats`,
    {
      schema: {
        operationId: 'getStats',
        tags: ['Statistics'],
        summary: 'Sums, series and groups of the traces that start in a range',
        description:
          'Tokens and costs count each model call once. Latency is that of model calls (of tool calls in a group by tool), percentiles by nearest rank, null without a call. `series` has a point for each interval of `time_zone` in which a trace started: past 10,000 the answer is 400. `groups` has at most 1,000 entries, the most tokens first; what has no value is in no group. `filters` choose whole traces, as in the list of traces.',
        params: ProjectParams,
        querystring: StatsQuery,
        response: { 200: Stats },
        errors: ['INVALID_FILTER', 'BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) =>
      sendJson(reply, query.run('stats', statsParameters(params.project_id, given))),
  );
}
