import { Conversation } from '../../contract/messages.ts';
import { ProjectParams, ProjectSpanParams, ProjectTraceParams } from '../../contract/paths.ts';
import {
  RawSpanQuery,
  SPAN_SORTS,
  SpanDetail,
  SpanListQuery,
  SpanPage,
  TraceSpansQuery,
} from '../../contract/spans.ts';
import { orderOf } from '../../query/parameters/common.ts';
import { spanListParameters } from '../../query/parameters/lists.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerSpanRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/spans`,
    {
      schema: {
        operationId: 'listSpans',
        tags: ['Spans'],
        summary: 'Spans',
        params: ProjectParams,
        querystring: SpanListQuery,
        response: { 200: SpanPage },
        errors: ['INVALID_FILTER', 'INVALID_ORDER_BY', 'BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) =>
      sendJson(reply, query.run('listSpans', spanListParameters(params.project_id, given))),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/spans`,
    {
      schema: {
        operationId: 'listTraceSpans',
        tags: ['Traces'],
        summary: 'The spans of a trace in pages',
        params: ProjectTraceParams,
        querystring: TraceSpansQuery,
        response: { 200: SpanPage },
        errors: ['TRACE_NOT_FOUND', 'INVALID_ORDER_BY', 'BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) =>
      sendJson(
        reply,
        query.run('listTraceSpans', {
          project: params.project_id,
          traceId: params.trace_id,
          page: given.page,
          limit: given.limit,
          order: orderOf(given, SPAN_SORTS, 'timestamp_start:asc'),
          includeRawSpan: given.include_raw_span,
        }),
      ),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/spans/:span_id`,
    {
      schema: {
        operationId: 'getSpan',
        tags: ['Spans'],
        summary: 'A span with all that it carries',
        params: ProjectSpanParams,
        querystring: RawSpanQuery,
        response: { 200: SpanDetail },
        errors: ['TRACE_NOT_FOUND', 'SPAN_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
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
    {
      schema: {
        operationId: 'getSpanMessages',
        tags: ['Spans'],
        summary: 'The conversation of a span',
        params: ProjectSpanParams,
        response: { 200: Conversation },
        errors: ['TRACE_NOT_FOUND', 'SPAN_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
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
