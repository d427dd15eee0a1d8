import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { Conversation } from '../../contract/messages.ts';
import { TraceTotals } from '../../contract/totals.ts';
import {
  TraceDetail,
  TraceDetailQuery,
  TraceListQuery,
  TracePage,
  TraceTreeDetail,
} from '../../contract/traces.ts';
import { TRACE_ORDER } from '../../store/reader/traces.ts';
import { filtersOf } from '../filters.ts';
import { environmentOf, orderOf, timeRange } from '../parameters.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const TraceParams = Type.Object({ ...ProjectParams.properties, trace_id: Type.String() });

export function registerTraceRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/traces`,
    { schema: { params: ProjectParams, querystring: TraceListQuery, response: { 200: TracePage } } },
    (request, reply) => {
      const { order_by: _order, from_timestamp: _from, to_timestamp: _to, ...filter } = request.query;
      const parameters = {
        ...filter,
        ...timeRange(request.query),
        environment: environmentOf(filter.environment),
        filters: filtersOf(filter.filters, 'traces'),
        order: orderOf(request.query, TRACE_ORDER, 'start_time'),
        project: request.params.project_id,
      };
      return sendJson(reply, query.run('listTraces', parameters));
    },
  );

  app.get(
    `${PROJECT}/traces/:trace_id`,
    {
      schema: {
        params: TraceParams,
        querystring: TraceDetailQuery,
        response: { 200: Type.Union([TraceDetail, TraceTreeDetail]) },
      },
    },
    ({ params, query: { include_raw_span, fields } }, reply) => {
      const at = { project: params.project_id, traceId: params.trace_id };
      return sendJson<TraceDetail | TraceTreeDetail>(
        reply,
        fields === 'tree'
          ? query.run('getTraceTree', at)
          : query.run('getTrace', { ...at, includeRawSpan: include_raw_span }),
      );
    },
  );

  app.get(
    `${PROJECT}/traces/:trace_id/totals`,
    { schema: { params: TraceParams, response: { 200: TraceTotals } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceTotals', { project: params.project_id, traceId: params.trace_id })),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/messages`,
    { schema: { params: TraceParams, response: { 200: Conversation } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceMessages', { project: params.project_id, traceId: params.trace_id })),
  );
}
