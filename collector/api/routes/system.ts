import { Health } from '../../contract/health.ts';
import { ProjectList } from '../../contract/projects.ts';
import { sendJson, type Query, type Routes } from './typed-routes.ts';

/** What is about the collector as a whole. */
export function registerSystemRoutes(app: Routes, query: Query, health: () => Promise<Health>): void {
  app.get(
    '/api/v1/health',
    {
      config: { tokenNeededBy: 'nobody' },
      schema: {
        operationId: 'getHealth',
        tags: ['Collector'],
        summary: 'How the collector is; needs no token',
        response: { 200: Health },
        errors: ['BUFFER_FULL'],
      },
    },
    () => health(),
  );
  app.get(
    '/api/v1/projects',
    {
      schema: {
        operationId: 'listProjects',
        tags: ['Collector'],
        summary: 'All projects',
        response: { 200: ProjectList },
        errors: ['BUFFER_FULL'],
      },
    },
    (_request, reply) => sendJson(reply, query.run('listProjects')),
  );
}
