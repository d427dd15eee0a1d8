import { Receiving } from '../../contract/receiving.ts';
import { ignoreBodies } from '../bodies.ts';
import type { Routes } from './typed-routes.ts';

/** Handed in: the API knows no receivers. */
export interface ReceivingCommands {
  pause(): Receiving;
  resume(): Receiving;
}

/** Stops taking exports for a while, and goes on. Neither outlives the collector. */
export function registerReceivingRoutes(app: Routes, commands: ReceivingCommands): void {
  app.register(async (scope: Routes) => {
    ignoreBodies(scope);
    scope.post(
      '/api/v1/ingest/pause',
      {
        schema: {
          operationId: 'pauseReceiving',
          tags: ['Ingestion'],
          summary: 'Takes no exports until they are resumed',
          description:
            'Exporters are answered 503 with `Retry-After`, over gRPC `UNAVAILABLE`, and send again what they may still hold. What was accepted before is stored. Asking twice changes nothing.',
          response: { 200: Receiving },
        },
      },
      () => commands.pause(),
    );
    scope.post(
      '/api/v1/ingest/resume',
      {
        schema: {
          operationId: 'resumeReceiving',
          tags: ['Ingestion'],
          summary: 'Takes exports again',
          response: { 200: Receiving },
        },
      },
      () => commands.resume(),
    );
  });
}
