import { SpanParams, UNSCOPED_PROJECT } from '../../contract/paths.ts';
import { OneSpanQuery, UnscopedEventList, UnscopedSpanDetail } from '../../contract/unscoped-events.ts';
import { UnscopedSpanList, UnscopedSpanQuery } from '../../contract/unscoped.ts';
import { sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerUnscopedSpanRoutes(app: Routes, query: Query): void {
  app.get(
    '/api/v1/spans',
    {
      schema: {
        operationId: 'listUnscopedSpans',
        tags: ['Unscoped'],
        summary: 'Spans, newest first',
        querystring: UnscopedSpanQuery,
        response: { 200: UnscopedSpanList },
        errors: ['INVALID_CURSOR', 'BUFFER_FULL'],
      },
    },
    (request, reply) =>
      sendJson(reply, query.run('listUnscopedSpans', { ...request.query, project: UNSCOPED_PROJECT })),
  );

  app.get(
    '/api/v1/spans/:span_id',
    {
      schema: {
        operationId: 'getUnscopedSpan',
        tags: ['Unscoped'],
        summary: 'A span with its attributes and events',
        params: SpanParams,
        querystring: OneSpanQuery,
        response: { 200: UnscopedSpanDetail },
        errors: ['SPAN_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params: { span_id }, query: { trace_id } }, reply) =>
      sendJson(reply, query.run('getUnscopedSpan', oneSpan(span_id, trace_id))),
  );

  app.get(
    '/api/v1/spans/:span_id/events',
    {
      schema: {
        operationId: 'listUnscopedSpanEvents',
        tags: ['Unscoped'],
        summary: 'What happened on a span: messages, tool calls, events',
        description:
          'Recorded events, and the messages that a framework recorded as attributes or log records, each with an id that stays the same however often the span is sent. A message that holds tool calls is followed by one `tool_call` for each of them.',
        params: SpanParams,
        querystring: OneSpanQuery,
        response: { 200: UnscopedEventList },
        errors: ['SPAN_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params: { span_id }, query: { trace_id } }, reply) =>
      sendJson(reply, query.run('listUnscopedEvents', oneSpan(span_id, trace_id))),
  );
}

const oneSpan = (spanId: string, traceId: string | undefined) => ({
  project: UNSCOPED_PROJECT,
  spanId,
  traceId,
});
