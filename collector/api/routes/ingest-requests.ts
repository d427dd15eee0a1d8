import { IngestRequestList, type IngestRequest } from '../../contract/ingest-requests.ts';
import type { Routes } from './routes.ts';

/** What exporters sent last and what became of it. */
export function registerIngestRequestRoutes(app: Routes, list: () => IngestRequest[]): void {
  app.get('/api/v1/ingest/requests', { schema: { response: { 200: IngestRequestList } } }, () => ({
    data: list(),
  }));
}
