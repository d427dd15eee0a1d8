import { MetricDetail, MetricDetailQuery, MetricListQuery, MetricPage } from '../../contract/metrics.ts';
import { MetricParams, ProjectParams } from '../../contract/paths.ts';
import { timeRange } from '../../query/parameters/common.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerMetricRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/metrics`,
    {
      schema: {
        operationId: 'listMetrics',
        tags: ['Logs and metrics'],
        summary: 'Metrics by name; in a time range, those that have a point in it',
        params: ProjectParams,
        querystring: MetricListQuery,
        response: { 200: MetricPage },
        errors: ['BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) => {
      const { page, limit } = given;
      const filter = { page, limit, ...timeRange(given), project: params.project_id };
      return sendJson(reply, query.run('listMetrics', filter));
    },
  );

  app.get(
    `${PROJECT}/metrics/:name`,
    {
      schema: {
        operationId: 'getMetric',
        tags: ['Logs and metrics'],
        summary: 'A metric with its points, at most 50,000 of them',
        params: MetricParams,
        querystring: MetricDetailQuery,
        response: { 200: MetricDetail },
        errors: ['NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params: { project_id, name }, query: given }, reply) =>
      sendJson(reply, query.run('getMetric', { project: project_id, name, ...timeRange(given) })),
  );
}
