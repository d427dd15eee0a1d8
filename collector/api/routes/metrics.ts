import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { MetricDetail, MetricDetailQuery, MetricListQuery, MetricPage } from '../../contract/metrics.ts';
import { timeRange } from '../parameters.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const MetricParams = Type.Object({ ...ProjectParams.properties, name: Type.String() });

export function registerMetricRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/metrics`,
    { schema: { params: ProjectParams, querystring: MetricListQuery, response: { 200: MetricPage } } },
    ({ params, query: given }, reply) => {
      const { page, limit } = given;
      const filter = { page, limit, ...timeRange(given), project: params.project_id };
      return sendJson(reply, query.run('listMetrics', filter));
    },
  );

  app.get(
    `${PROJECT}/metrics/:name`,
    { schema: { params: MetricParams, querystring: MetricDetailQuery, response: { 200: MetricDetail } } },
    ({ params: { project_id, name }, query: given }, reply) =>
      sendJson(reply, query.run('getMetric', { project: project_id, name, ...timeRange(given) })),
  );
}
