import { TraceParams, UNSCOPED_PROJECT } from '../../contract/paths.ts';
import {
  UnscopedFilters,
  UnscopedTraceDetail,
  UnscopedTraceList,
  UnscopedTraceQuery,
  UnscopedTraceSpans,
} from '../../contract/unscoped.ts';
import { filtersOf } from '../../query/parameters/filters.ts';
import { sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerUnscopedTraceRoutes(app: Routes, query: Query): void {
  app.get(
    '/api/v1/traces',
    {
      schema: {
        operationId: 'listUnscopedTraces',
        tags: ['Unscoped'],
        summary: 'Traces, newest first',
        querystring: UnscopedTraceQuery,
        response: { 200: UnscopedTraceList },
        errors: ['INVALID_FILTER', 'INVALID_CURSOR', 'BUFFER_FULL'],
      },
    },
    ({ query: { attributes, ...given } }, reply) => {
      const filters = filtersOf(attributes, 'traces', 'attributes');
      return sendJson(
        reply,
        query.run('listUnscopedTraces', { ...given, filters, project: UNSCOPED_PROJECT }),
      );
    },
  );

  app.get(
    '/api/v1/traces/filters',
    {
      schema: {
        operationId: 'getUnscopedFilters',
        tags: ['Unscoped'],
        summary: 'What traces can be filtered by',
        response: { 200: UnscopedFilters },
        errors: ['BUFFER_FULL'],
      },
    },
    (_request, reply) => sendJson(reply, query.run('unscopedFilters', { project: UNSCOPED_PROJECT })),
  );

  app.get(
    '/api/v1/traces/:trace_id',
    {
      schema: {
        operationId: 'getUnscopedTrace',
        tags: ['Unscoped'],
        summary: 'A trace with its indexed attributes',
        params: TraceParams,
        response: { 200: UnscopedTraceDetail },
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(reply, query.run('getUnscopedTrace', { project: UNSCOPED_PROJECT, traceId: params.trace_id })),
  );

  app.get(
    '/api/v1/traces/:trace_id/spans',
    {
      schema: {
        operationId: 'listUnscopedTraceSpans',
        tags: ['Unscoped'],
        summary: 'All spans of a trace; of a large one they are read in pages, from `/api/v1/spans`',
        params: TraceParams,
        response: { 200: UnscopedTraceSpans },
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('listSpansOfUnscopedTrace', { project: UNSCOPED_PROJECT, traceId: params.trace_id }),
      ),
  );
}
