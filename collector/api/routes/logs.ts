import { LogListQuery, LogPage } from '../../contract/logs.ts';
import { ProjectParams } from '../../contract/paths.ts';
import { logListParameters } from '../../query/parameters/lists.ts';
import { PROJECT, sendJson, type Query, type Routes } from './typed-routes.ts';

export function registerLogRoutes(app: Routes, query: Query): void {
  app.get(
    `${PROJECT}/logs`,
    {
      schema: {
        operationId: 'listLogs',
        tags: ['Logs and metrics'],
        summary: 'Log records, newest first',
        params: ProjectParams,
        querystring: LogListQuery,
        response: { 200: LogPage },
        errors: ['BUFFER_FULL'],
      },
    },
    ({ params, query: given }, reply) =>
      sendJson(reply, query.run('listLogs', logListParameters(params.project_id, given))),
  );
}
