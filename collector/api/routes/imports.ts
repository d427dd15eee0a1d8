import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ImportReport } from '../../contract/imports.ts';
import { ExportParams } from '../../contract/otlp.ts';
import { ignoreContentTypes } from '../bodies.ts';
import { mayTakeLong } from '../request-time.ts';
import { PROJECT, type Routes } from './typed-routes.ts';

/** Stores what a file holds. Handed in: the API knows no files. Rejects with an ApiError. */
export type ImportFile = (projectId: string, file: Readable, signal: AbortSignal) => Promise<ImportReport>;

const FILE = { 'application/octet-stream': { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } };

/** Files into the store, of whatever size, as `tracedeck import` takes them. */
export function registerImportRoutes(app: Routes, importFile: ImportFile): void {
  app.register(async (scope: Routes) => {
    ignoreContentTypes(scope);
    // The bytes as they come, whatever type they are said to be: a file's format is recognised from its content.
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
            'The body is the file: OTLP JSON, JSON lines, protobuf messages or an export of Tracedeck, uncompressed or compressed with gzip or zstd. Its format is recognised from its content. Parts that cannot be read are skipped and reported; a file of which nothing is stored for that is refused. Answers when all is stored; a client that goes away ends the import.',
          response: { 200: ImportReport },
          errors: ['INVALID_PROJECT_ID', 'INVALID_OTLP', 'BUFFER_FULL'],
          unread: { params: ExportParams, body: FILE },
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
