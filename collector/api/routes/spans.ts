import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { Conversation } from '../../contract/messages.ts';
import { RawSpanQuery, SpanDetail, SpanListQuery, SpanPage, TraceSpansQuery } from '../../contract/spans.ts';
import { SPAN_ORDER } from '../../store/reader/spans.ts';
import { filtersOf } from '../filters.ts';
import { environmentOf, orderOf, timeRange } from '../parameters.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const TraceParams = Type.Object({ ...ProjectParams.properties, trace_id: Type.String() });
const SpanParams = Type.Object({ ...TraceParams.properties, span_id: Type.String() });

export function registerSpanRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/spans`,
    { schema: { params: ProjectParams, querystring: SpanListQuery, response: { 200: SpanPage } } },
    (request, reply) => {
      const { order_by: _order, from_timestamp: _from, to_timestamp: _to, ...filter } = request.query;
      const parameters = {
        ...filter,
        ...timeRange(request.query),
        environment: environmentOf(filter.environment),
        filters: filtersOf(filter.filters, 'spans'),
        order: orderOf(request.query, SPAN_ORDER, 'timestamp_start'),
        project: request.params.project_id,
      };
      return sendJson(reply, query.run('listSpans', parameters));
    },
  );

  app.get(
    `${PROJECT}/traces/:trace_id/spans`,
    { schema: { params: TraceParams, querystring: TraceSpansQuery, response: { 200: SpanPage } } },
    ({ params, query: given }, reply) =>
      sendJson(
        reply,
        query.run('listTraceSpans', {
          project: params.project_id,
          traceId: params.trace_id,
          page: given.page,
          limit: given.limit,
          order: orderOf({ order_by: 'timestamp_start:asc', ...given }, SPAN_ORDER, 'timestamp_start'),
          includeRawSpan: given.include_raw_span,
        }),
      ),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/spans/:span_id`,
    { schema: { params: SpanParams, querystring: RawSpanQuery, response: { 200: SpanDetail } } },
    ({ params, query: { include_raw_span } }, reply) =>
      sendJson(
        reply,
        query.run('getSpan', {
          project: params.project_id,
          traceId: params.trace_id,
          spanId: params.span_id,
          includeRawSpan: include_raw_span,
        }),
      ),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/spans/:span_id/messages`,
    { schema: { params: SpanParams, response: { 200: Conversation } } },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('spanMessages', {
          project: params.project_id,
          traceId: params.trace_id,
          spanId: params.span_id,
        }),
      ),
  );
}
