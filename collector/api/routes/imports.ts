import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ImportReport } from '../../contract/imports.ts';
import { ExportParams } from '../../contract/otlp.ts';
import { mayTakeLong } from '../request-time.ts';
import { PROJECT, type Routes } from './typed-routes.ts';

/** Stores what a file holds. Handed in: the API knows no files. Rejects with an ApiError. */
export type ImportFile = (projectId: string, file: Readable, signal: AbortSignal) => Promise<ImportReport>;

/** Files into the store, of whatever size, as `tracedeck import` takes them. */
export function registerImportRoutes(app: Routes, importFile: ImportFile): void {
  app.register(async (scope: Routes) => {
    scope.removeAllContentTypeParsers();
    // The bytes as they come, of whatever type: what a file is tells its content.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post(
      `${PROJECT}/import`,
      {
        onRequest: ({ raw }, _reply, done) => {
          mayTakeLong(raw);
          done();
        },
        schema: {
          operationId: 'importFile',
          tags: ['Ingestion'],
          summary: 'Stores what a file holds',
          description:
            'The body is the file: OTLP JSON, JSON lines or protobuf messages, an export of Tracedeck, packed by gzip or zstd or not. What it is tells its content. Parts that can not be read are passed over and told. Answers when all is stored; a client that goes away ends the import.',
          response: { 200: ImportReport },
          errors: ['INVALID_PROJECT_ID', 'BUFFER_FULL'],
          unread: { params: ExportParams },
        },
      },
      ({ params, body, raw }, reply) => {
        const { project_id } = params as { project_id: string };
        return importFile(project_id, (body ?? raw) as Readable, whenGone(reply.raw));
      },
    );
  });
}

/** Aborted when the client goes away before its answer; with the answer, so that a connection of many files keeps nothing. */
function whenGone(answer: FastifyReply['raw']): AbortSignal {
  const gone = new AbortController();
  answer.once('close', () => gone.abort());
  return gone.signal;
}
