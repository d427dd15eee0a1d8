import { Type } from 'typebox';
import {
  ProjectParams,
  ProjectTraceParams,
  SessionParams,
  TraceParams,
  UNSCOPED_PROJECT,
} from '../../contract/paths.ts';
import { SessionIds } from '../../contract/sessions.ts';
import { ApiError } from '../../errors.ts';
import { acceptOnlyJson, ignoreBodies } from '../bodies.ts';
import type { Commands } from '../commands.ts';
import { PROJECT, type Routes } from './typed-routes.ts';

const DELETED = { 204: Type.Null() };
const IGNORED_BODY = 'Answers when all is gone. A body is not read.';

/** All that deletes. 204 comes when all that belongs to the deleted is gone. */
export function registerDeletionRoutes(app: Routes, commands: Commands): void {
  app.register(async (scope: Routes) => {
    ignoreBodies(scope);
    registerByPath(scope, commands);
  });
  app.register(async (scope: Routes) => {
    acceptOnlyJson(scope);
    scope.delete(
      `${PROJECT}/sessions`,
      {
        schema: {
          operationId: 'deleteSessions',
          tags: ['Sessions'],
          summary: 'Deletes sessions with their traces and all that belongs to them',
          params: ProjectParams,
          body: SessionIds,
          response: DELETED,
          errors: ['BUFFER_FULL'],
        },
      },
      async ({ params, body }, reply) => {
        await commands.deleteSessions(params.project_id, body.session_ids);
        reply.code(204);
        return null;
      },
    );
  });
}

function registerByPath(app: Routes, commands: Commands): void {
  const deleteTrace = async (projectId: string, traceId: string): Promise<void> => {
    if (!(await commands.deleteTrace(projectId, traceId)))
      throw new ApiError('TRACE_NOT_FOUND', `no trace ${traceId} in project ${projectId}`);
  };

  app.delete(
    `${PROJECT}/traces/:trace_id`,
    {
      schema: {
        operationId: 'deleteTrace',
        tags: ['Traces'],
        summary: 'Deletes a trace with all that belongs to it',
        description: IGNORED_BODY,
        params: ProjectTraceParams,
        response: DELETED,
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    async ({ params: { project_id, trace_id } }, reply) => {
      await deleteTrace(project_id, trace_id);
      reply.code(204);
      return null;
    },
  );
  app.delete(
    '/api/v1/traces/:trace_id',
    {
      schema: {
        operationId: 'deleteUnscopedTrace',
        tags: ['Unscoped'],
        summary: 'Deletes a trace with all that belongs to it',
        description: IGNORED_BODY,
        params: TraceParams,
        response: DELETED,
        errors: ['TRACE_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    async ({ params: { trace_id } }, reply) => {
      await deleteTrace(UNSCOPED_PROJECT, trace_id);
      reply.code(204);
      return null;
    },
  );
  app.delete(
    '/api/v1/sessions/:session_id',
    {
      schema: {
        operationId: 'deleteUnscopedSession',
        tags: ['Unscoped'],
        summary: 'Deletes a session with its traces and all that belongs to them',
        description: IGNORED_BODY,
        params: SessionParams,
        response: DELETED,
        errors: ['SESSION_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    async ({ params: { session_id } }, reply) => {
      if (!(await commands.deleteSessions(UNSCOPED_PROJECT, [session_id])))
        throw new ApiError('SESSION_NOT_FOUND', `no session ${session_id} in project ${UNSCOPED_PROJECT}`);
      reply.code(204);
      return null;
    },
  );
  app.delete(
    '/api/v1/projects/:project_id',
    {
      schema: {
        operationId: 'deleteProject',
        tags: ['Collector'],
        summary: 'Deletes a project with all that it holds',
        description: `${IGNORED_BODY} Streams of the project get \`resync\`.`,
        params: ProjectParams,
        response: DELETED,
        errors: ['PROJECT_NOT_FOUND', 'BUFFER_FULL'],
      },
    },
    async ({ params: { project_id } }, reply) => {
      if (!(await commands.deleteProject(project_id)))
        throw new ApiError('PROJECT_NOT_FOUND', `there is no project ${project_id}`);
      reply.code(204);
      return null;
    },
  );
}
