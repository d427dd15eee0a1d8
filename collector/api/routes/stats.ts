import { ProjectParams } from '../../contract/common.ts';
import { Stats, StatsQuery } from '../../contract/stats.ts';
import { environmentOf, timeRange } from '../parameters.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

export function registerStatsRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/stats`,
    { schema: { params: ProjectParams, querystring: StatsQuery, response: { 200: Stats } } },
    ({ params, query: given }, reply) =>
      sendJson(
        reply,
        query.run('stats', {
          project: params.project_id,
          ...timeRange(given),
          environment: environmentOf(given.environment),
          interval: given.interval,
          groupBy: given.group_by,
        }),
      ),
  );
}
