import { Type } from 'typebox';
import {
  SessionTraceList,
  SessionTraceQuery,
  UnscopedSession,
  UnscopedSessionList,
  UnscopedSessionQuery,
} from '../../contract/unscoped.ts';
import { UNSCOPED_PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const SessionParams = Type.Object({ session_id: Type.String() });

export function registerUnscopedSessionRoutes(app: Routes, query: Query): void {
  app.get(
    '/api/v1/sessions',
    { schema: { querystring: UnscopedSessionQuery, response: { 200: UnscopedSessionList } } },
    (request, reply) =>
      sendJson(reply, query.run('listUnscopedSessions', { ...request.query, project: UNSCOPED_PROJECT })),
  );

  app.get(
    '/api/v1/sessions/:session_id',
    { schema: { params: SessionParams, response: { 200: UnscopedSession } } },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('getUnscopedSession', { project: UNSCOPED_PROJECT, sessionId: params.session_id }),
      ),
  );

  app.get(
    '/api/v1/sessions/:session_id/traces',
    {
      schema: { params: SessionParams, querystring: SessionTraceQuery, response: { 200: SessionTraceList } },
    },
    (request, reply) =>
      sendJson(
        reply,
        query.run('listTracesOfUnscopedSession', {
          ...request.query,
          project: UNSCOPED_PROJECT,
          sessionId: request.params.session_id,
        }),
      ),
  );
}
