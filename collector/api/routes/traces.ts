import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { Conversation } from '../../contract/messages.ts';
import { RawSpanQuery } from '../../contract/spans.ts';
import { TraceDetail, TraceListQuery, TracePage } from '../../contract/traces.ts';
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
    { schema: { params: TraceParams, querystring: RawSpanQuery, response: { 200: TraceDetail } } },
    ({ params, query: { include_raw_span } }, reply) =>
      sendJson(
        reply,
        query.run('getTrace', {
          project: params.project_id,
          traceId: params.trace_id,
          includeRawSpan: include_raw_span,
        }),
      ),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/messages`,
    { schema: { params: TraceParams, response: { 200: Conversation } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceMessages', { project: params.project_id, traceId: params.trace_id })),
  );
}
