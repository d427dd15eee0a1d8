import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { TraceEvents } from '../../contract/events.ts';
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
import { listParameters } from '../list-parameters.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const TraceParams = Type.Object({ ...ProjectParams.properties, trace_id: Type.String() });

export function registerTraceRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/traces`,
    { schema: { params: ProjectParams, querystring: TraceListQuery, response: { 200: TracePage } } },
    ({ params, query: given }, reply) => {
      const sorting = { fields: TRACE_ORDER, standard: 'start_time' };
      return sendJson(
        reply,
        query.run('listTraces', listParameters(params.project_id, 'traces', given, sorting)),
      );
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
    `${PROJECT}/traces/:trace_id/events`,
    { schema: { params: TraceParams, response: { 200: TraceEvents } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceEvents', { project: params.project_id, traceId: params.trace_id })),
  );

  app.get(
    `${PROJECT}/traces/:trace_id/messages`,
    { schema: { params: TraceParams, response: { 200: Conversation } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('traceMessages', { project: params.project_id, traceId: params.trace_id })),
  );
}
