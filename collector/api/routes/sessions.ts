import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { Conversation } from '../../contract/messages.ts';
import { SessionDetail, SessionListQuery, SessionPage } from '../../contract/sessions.ts';
import { SESSION_ORDER } from '../../store/reader/sessions.ts';
import { filtersOf } from '../filters.ts';
import { environmentOf, orderOf, timeRange } from '../parameters.ts';
import { PROJECT, sendJson, type Query, type Routes } from './routes.ts';

const SessionParams = Type.Object({ ...ProjectParams.properties, session_id: Type.String() });

export function registerSessionRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/sessions`,
    { schema: { params: ProjectParams, querystring: SessionListQuery, response: { 200: SessionPage } } },
    (request, reply) => {
      const { order_by: _order, from_timestamp: _from, to_timestamp: _to, ...filter } = request.query;
      const parameters = {
        ...filter,
        ...timeRange(request.query),
        environment: environmentOf(filter.environment),
        filters: filtersOf(filter.filters, 'sessions'),
        order: orderOf(request.query, SESSION_ORDER, 'end_time'),
        project: request.params.project_id,
      };
      return sendJson(reply, query.run('listSessions', parameters));
    },
  );

  app.get(
    `${PROJECT}/sessions/:session_id`,
    { schema: { params: SessionParams, response: { 200: SessionDetail } } },
    ({ params }, reply) =>
      sendJson(reply, query.run('getSession', { project: params.project_id, sessionId: params.session_id })),
  );

  app.get(
    `${PROJECT}/sessions/:session_id/messages`,
    { schema: { params: SessionParams, response: { 200: Conversation } } },
    ({ params }, reply) =>
      sendJson(
        reply,
        query.run('sessionMessages', { project: params.project_id, sessionId: params.session_id }),
      ),
  );
}
