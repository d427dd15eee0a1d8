import { IngestRequestList, type IngestRequest } from '../../contract/ingest-requests.ts';
import type { Routes } from './typed-routes.ts';

/** What exporters sent last and what became of it. */
export function registerIngestRequestRoutes(app: Routes, list: () => IngestRequest[]): void {
  app.get(
    '/api/v1/ingest/requests',
    {
      schema: {
        operationId: 'listIngestRequests',
        tags: ['Ingestion'],
        summary: 'The last 200 export requests and what became of them',
        description:
          'Newest first, of all receivers, refused ones too, and what was meant as one: every other POST outside the API, every other call over gRPC, connections of another protocol than the port speaks, and where a browser asks first whether its page may send (a CORS preflight) and is refused, that. They are kept in memory only.',
        response: { 200: IngestRequestList },
      },
    },
    () => ({ data: list() }),
  );
}
