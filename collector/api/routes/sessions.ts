import { Conversation } from '../../contract/messages.ts';
import { ProjectParams, ProjectSessionParams } from '../../contract/paths.ts';
import { SessionDetail, SessionListQuery, SessionPage } from '../../contract/sessions.ts';
import { sessionListParameters } from '../../query/parameters/lists.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerSessionRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/sessions`,
    {
      schema: {
        operationId: 'listSessions',
        tags: ['Sessions'],
        summary: 'Session summaries',
        params: ProjectParams,
        querystring: SessionListQuery,
        response: { 200: SessionPage },
        errors: ['INVALID_FILTER', 'INVALID_ORDER_BY', 'BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) =>
      sendJson(reply, query.run('listSessions', sessionListParameters(params.project_id, given))),
  );

  app.get(
    `${PROJECT}/sessions/:session_id`,
    {
      schema: {
        operationId: 'getSession',
        tags: ['Sessions'],
        summary: 'A session with its traces',
        params: ProjectSessionParams,
        response: { 200: SessionDetail },
        errors: ['SESSION_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(reply, query.run('getSession', { project: params.project_id, sessionId: params.session_id })),
  );

  app.get(
    `${PROJECT}/sessions/:session_id/messages`,
    {
      schema: {
        operationId: 'getSessionMessages',
        tags: ['Sessions'],
        summary: 'The conversation of a session',
        params: ProjectSessionParams,
        response: { 200: Conversation },
        errors: ['SESSION_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('sessionMessages', { project: params.project_id, sessionId: params.session_id }),
      ),
  );
}
