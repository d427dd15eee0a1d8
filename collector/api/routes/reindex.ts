import type { Health } from '../../contract/health.ts';
import { Reindexed, ReindexRequest } from '../../contract/reindex.ts';
import { acceptOnlyJson } from '../bodies.ts';
import type { Commands } from '../commands.ts';
import type { Routes } from './typed-routes.ts';

const MAX_SPANS = 1000;

/** A piece a request: nothing goes on that nobody asks for, and what was done stays done. */
export function registerReindexRoute(app: Routes, commands: Commands, health: () => Promise<Health>): void {
  app.register(async (scope: Routes) => {
    acceptOnlyJson(scope);
    scope.post(
      '/api/v1/reindex',
      {
        schema: {
          operationId: 'reindex',
          tags: ['Collector'],
          summary: 'Reads some spans anew that an older version has read',
          description:
            'Columns, totals, names, the attribute index and search, from the stored raw spans, in short steps between the commits of exporters. Answers when about `max_spans` are done or none is due. Streams of projects that changed get `resync`.',
          body: ReindexRequest,
          response: { 200: Reindexed },
          errors: ['BUFFER_FULL'],
        },
      },
      async ({ body }) => {
        const { spans, unreadable } = await commands.reindex(body.all ?? false, body.max_spans ?? MAX_SPANS);
        const { reindex } = await health();
        return { ...reindex, done_spans: spans, unreadable_spans: unreadable };
      },
    );
  });
}
