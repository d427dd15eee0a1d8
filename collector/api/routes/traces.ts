import { Type } from 'typebox';
import { TraceEvents } from '../../contract/events.ts';
import { Conversation } from '../../contract/messages.ts';
import { ProjectParams, ProjectTraceParams } from '../../contract/paths.ts';
import { TraceTotals } from '../../contract/totals.ts';
import {
  TraceDetail,
  TraceDetailQuery,
  TraceListQuery,
  TracePage,
  TraceTreeDetail,
} from '../../contract/traces.ts';
import { traceListParameters } from '../../query/parameters/lists.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerTraceRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/traces`,
    {
      schema: {
        operationId: 'listTraces',
        tags: ['Traces'],
        summary: 'Trace summaries',
        params: ProjectParams,
        querystring: TraceListQuery,
        response: { 200: TracePage },
        errors: ['INVALID_FILTER', 'INVALID_ORDER_BY', 'BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) =>
      sendJson(reply, query.run('listTraces', traceListParameters(params.project_id, given))),
  );

  app.get(
    `${PROJECT}/traces/:trace_id`,
    {
      schema: {
        operationId: 'getTrace',
        tags: ['Traces'],
        summary: 'A trace with all its spans, in start order, parents before children',
        description:
          'Past 10,000 spans the full form is 400: read the spans in pages, or ask for `fields=tree`, which has no such bound.',
        params: ProjectTraceParams,
        querystring: TraceDetailQuery,
        response: { 200: Type.Union([TraceDetail, TraceTreeDetail]) },
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
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
    {
      schema: {
        operationId: 'getTraceTotals',
        tags: ['Traces'],
        summary: 'How the tokens and the cost of a trace were counted',
        params: ProjectTraceParams,
        response: { 200: TraceTotals },
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceTotals', { project: params.project_id, traceId: params.trace_id })),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/events`,
    {
      schema: {
        operationId: 'getTraceEvents',
        tags: ['Traces'],
        summary: 'When the events of a trace happened',
        params: ProjectTraceParams,
        response: { 200: TraceEvents },
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceEvents', { project: params.project_id, traceId: params.trace_id })),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/messages`,
    {
      schema: {
        operationId: 'getTraceMessages',
        tags: ['Traces'],
        summary: 'The conversation of a trace',
        params: ProjectTraceParams,
        response: { 200: Conversation },
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceMessages', { project: params.project_id, traceId: params.trace_id })),
  );
}
