import { Type } from 'typebox';
import {
  UnscopedFilters,
  UnscopedTraceDetail,
  UnscopedTraceList,
  UnscopedTraceQuery,
  UnscopedTraceSpans,
} from '../../contract/unscoped.ts';
import { attributeFilter } from '../attribute-filter.ts';
import { UNSCOPED_PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const TraceParams = Type.Object({ trace_id: Type.String() });

export function registerUnscopedTraceRoutes(app: Routes, query: Query): void {
  app.get(
    '/api/v1/traces',
    { schema: { querystring: UnscopedTraceQuery, response: { 200: UnscopedTraceList } } },
    ({ query: { attributes, ...given } }, reply) => {
      attributeFilter(attributes);
      return sendJson(reply, query.run('listUnscopedTraces', { ...given, project: UNSCOPED_PROJECT }));
    },
  );

  app.get('/api/v1/traces/filters', { schema: { response: { 200: UnscopedFilters } } }, (_request, reply) =>
    sendJson(reply, query.run('unscopedFilters', { project: UNSCOPED_PROJECT })),
  );

  app.get(
    '/api/v1/traces/:trace_id',
    { schema: { params: TraceParams, response: { 200: UnscopedTraceDetail } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('getUnscopedTrace', { project: UNSCOPED_PROJECT, traceId: params.trace_id })),
  );

  app.get(
    '/api/v1/traces/:trace_id/spans',
    { schema: { params: TraceParams, response: { 200: UnscopedTraceSpans } } },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('listSpansOfUnscopedTrace', { project: UNSCOPED_PROJECT, traceId: params.trace_id }),
      ),
  );
}
