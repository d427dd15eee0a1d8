import { LogListQuery, LogPage } from '../../contract/logs.ts';
import { ProjectParams } from '../../contract/paths.ts';
import { ApiError } from '../../errors.ts';
import { timeRange } from '../parameters.ts';
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
    ({ params, query: given }, reply) => {
      const { page, limit, service, search } = given;
      const filter = {
        page,
        limit,
        service,
        search,
        trace_id: given.trace_id?.toLowerCase(),
        span_id: given.span_id?.toLowerCase(),
        minSeverity: severityOf(given.min_severity),
        ...timeRange(given),
      };
      return sendJson(reply, query.run('listLogs', { ...filter, project: params.project_id }));
    },
  );
}

/** The lowest number of each range of the protocol. */
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

function severityOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const named = SEVERITIES.indexOf(given.toUpperCase());
  if (named >= 0) return named * 4 + 1;
  if (/^(?:[1-9]|1\d|2[0-4])$/.test(given)) return Number(given);
  throw new ApiError(
    'VALIDATION_ERROR',
    `min_severity must be a number from 1 to 24 or one of ${SEVERITIES.join(', ')}`,
  );
}
