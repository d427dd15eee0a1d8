import { Type } from 'typebox';
import { OneSpanQuery, UnscopedEventList, UnscopedSpanDetail } from '../../contract/unscoped-events.ts';
import { UnscopedSpanList, UnscopedSpanQuery } from '../../contract/unscoped.ts';
import { UNSCOPED_PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const SpanParams = Type.Object({ span_id: Type.String() });

export function registerUnscopedSpanRoutes(app: Routes, query: Query): void {
  app.get(
    '/api/v1/spans',
    { schema: { querystring: UnscopedSpanQuery, response: { 200: UnscopedSpanList } } },
    (request, reply) =>
      sendJson(reply, query.run('listUnscopedSpans', { ...request.query, project: UNSCOPED_PROJECT })),
  );

  app.get(
    '/api/v1/spans/:span_id',
    { schema: { params: SpanParams, querystring: OneSpanQuery, response: { 200: UnscopedSpanDetail } } },
    ({ params: { span_id }, query: { trace_id } }, reply) =>
      sendJson(reply, query.run('getUnscopedSpan', oneSpan(span_id, trace_id))),
  );

  app.get(
    '/api/v1/spans/:span_id/events',
    { schema: { params: SpanParams, querystring: OneSpanQuery, response: { 200: UnscopedEventList } } },
    ({ params: { span_id }, query: { trace_id } }, reply) =>
      sendJson(reply, query.run('listUnscopedEvents', oneSpan(span_id, trace_id))),
  );
}

const oneSpan = (spanId: string, traceId: string | undefined) => ({
  project: UNSCOPED_PROJECT,
  spanId,
  traceId,
});
