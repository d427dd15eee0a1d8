import { SessionParams, UNSCOPED_PROJECT } from '../../contract/paths.ts';
import {
  SessionTraceList,
  SessionTraceQuery,
  UnscopedSession,
  UnscopedSessionList,
  UnscopedSessionQuery,
} from '../../contract/unscoped.ts';
import { sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerUnscopedSessionRoutes(app: Routes, query: Query): void {
  app.get(
    '/api/v1/sessions',
    {
      schema: {
        operationId: 'listUnscopedSessions',
        tags: ['Unscoped'],
        summary: 'Sessions, newest first',
        querystring: UnscopedSessionQuery,
        response: { 200: UnscopedSessionList },
        errors: ['INVALID_CURSOR', 'BUFFER_FULL'],
      },
    },
    (request, reply) =>
      sendJson(reply, query.run('listUnscopedSessions', { ...request.query, project: UNSCOPED_PROJECT })),
  );

  app.get(
    '/api/v1/sessions/:session_id',
    {
      schema: {
        operationId: 'getUnscopedSession',
        tags: ['Unscoped'],
        summary: 'A session',
        params: SessionParams,
        response: { 200: UnscopedSession },
        errors: ['SESSION_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('getUnscopedSession', { project: UNSCOPED_PROJECT, sessionId: params.session_id }),
      ),
  );

  app.get(
    '/api/v1/sessions/:session_id/traces',
    {
      schema: {
        operationId: 'listUnscopedSessionTraces',
        tags: ['Unscoped'],
        summary: 'The traces of a session',
        params: SessionParams,
        querystring: SessionTraceQuery,
        response: { 200: SessionTraceList },
        errors: ['SESSION_NOT_FOUND', 'INVALID_CURSOR', 'BUFFER_FULL'],
      },
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
