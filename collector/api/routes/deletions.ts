import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ProjectParams } from '../../contract/common.ts';
import { SessionIds } from '../../contract/sessions.ts';
import { ApiError } from '../../errors.ts';
import { acceptOnlyJson, ignoreBodies } from '../bodies.ts';
import type { Commands } from '../commands.ts';
import { PROJECT, type Routes } from './routes.ts';

const TraceParams = Type.Object({ trace_id: Type.String() });
const SessionParams = Type.Object({ session_id: Type.String() });
const ProjectTraceParams = Type.Object({ ...ProjectParams.properties, ...TraceParams.properties });

/** The project of the unscoped interface. */
const DEFAULT = 'default';

/** All that deletes. 204 comes when all that belongs to the deleted is gone. */
export function registerDeletionRoutes(app: FastifyInstance, commands: Commands): void {
  app.register(async (scope) => {
    ignoreBodies(scope);
    registerByPath(scope, commands);
  });
  app.register(async (scope) => {
    acceptOnlyJson(scope);
    (scope as unknown as Routes).delete(
      `${PROJECT}/sessions`,
      { schema: { params: ProjectParams, body: SessionIds, response: { 204: Type.Null() } } },
      async ({ params, body }, reply) => {
        await commands.deleteSessions(params.project_id, body.session_ids);
        reply.code(204);
        return null;
      },
    );
  });
}

function registerByPath(app: Routes, commands: Commands): void {
  const schema = <T>(params: T) => ({ schema: { params, response: { 204: Type.Null() } } });
  const deleteTrace = async (projectId: string, traceId: string): Promise<void> => {
    if (!(await commands.deleteTrace(projectId, traceId)))
      throw new ApiError('TRACE_NOT_FOUND', `no trace ${traceId} in project ${projectId}`);
  };

  app.delete(
    `${PROJECT}/traces/:trace_id`,
    schema(ProjectTraceParams),
    async ({ params: { project_id, trace_id } }, reply) => {
      await deleteTrace(project_id, trace_id);
      reply.code(204);
      return null;
    },
  );
  app.delete('/api/v1/traces/:trace_id', schema(TraceParams), async ({ params: { trace_id } }, reply) => {
    await deleteTrace(DEFAULT, trace_id);
    reply.code(204);
    return null;
  });
  app.delete(
    '/api/v1/sessions/:session_id',
    schema(SessionParams),
    async ({ params: { session_id } }, reply) => {
      if (!(await commands.deleteSessions(DEFAULT, [session_id])))
        throw new ApiError('SESSION_NOT_FOUND', `no session ${session_id} in project ${DEFAULT}`);
      reply.code(204);
      return null;
    },
  );
  app.delete(
    '/api/v1/projects/:project_id',
    schema(ProjectParams),
    async ({ params: { project_id } }, reply) => {
      if (!(await commands.deleteProject(project_id)))
        throw new ApiError('PROJECT_NOT_FOUND', `there is no project ${project_id}`);
      reply.code(204);
      return null;
    },
  );
}
