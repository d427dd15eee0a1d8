import { Health } from '../../contract/health.ts';
import { ProjectList } from '../../contract/projects.ts';
import { sendJson, type Query, type Routes } from './routes.ts';

/** What is about the collector as a whole. */
export function registerSystemRoutes(app: Routes, query: Query, health: () => Promise<Health>): void {
  app.get(
    '/api/v1/health',
    { config: { tokenNeededBy: 'nobody' }, schema: { response: { 200: Health } } },
    () => health(),
  );
  app.get('/api/v1/projects', { schema: { response: { 200: ProjectList } } }, (_request, reply) =>
    sendJson(reply, query.run('listProjects')),
  );
}
