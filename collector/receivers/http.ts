import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { DefaultExportHeaders, EXPORTS, ExportHeaders, ExportParams, UNDECODABLE } from '../contract/otlp.ts';
import { SIGNALS, type Encoding, type Signal } from '../decode/count.ts';
import { ApiError, OTLP_TYPES, wrongContentType } from '../errors.ts';
import type { Room } from '../lib/room.ts';
import { errorAnswer, exportAnswer, type HttpAnswer } from './answer.ts';
import { decompress, tooLarge } from './decompress.ts';
import { readBody } from './read-body.ts';
import { announcedBytes, recordHttpRequests, type SeenExport } from './http-requests.ts';
import { checkProjectId, projectIdOf, type ReceiverOptions } from './receiver.ts';
import type { RequestLog } from './request-log.ts';

const NOTHING = Buffer.alloc(0);

/** Where the receivers stand; the standard port has only the first. */
const PLACES = [
  { prefix: '', name: '' },
  { prefix: '/otel', name: 'AtOtel' },
  { prefix: '/otel/:project_id', name: 'OfProject' },
];

declare module 'fastify' {
  interface FastifyRequest {
    /** Of an export request, while its body is read. */
    room: Room | null;
  }
}

export interface HttpOptions extends ReceiverOptions {
  readonly port: 'http' | 'standard_http';
  readonly requests: RequestLog;
}

/**
 * OTLP/HTTP on a Fastify server: the standard paths, and on the main port those that name a project. Answers after the
 * commit.
 */
export function registerOtlpHttp(app: FastifyInstance, options: HttpOptions): void {
  recordHttpRequests(app, options.port, options.requests);
  // A scope of its own: only here are bodies taken as bytes, of whatever type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.decorateRequest('room', null);
    // Before the body is read: what is refused is dropped piece by piece as it comes.
    scope.addHook('preParsing', async (request, reply, body) => {
      const announced = announcedBytes(request.headers['content-length']);
      if (announced > options.maxBodyBytes) throw tooLarge(options.maxBodyBytes);
      const room = options.openRoom(announced);
      request.room = room;
      // However it ends: answered, or by a client that goes.
      reply.raw.once('close', () => room.free());
      return body;
    });
    scope.addContentTypeParser('*', async (request: FastifyRequest) => {
      const room = request.room!;
      try {
        return await readBody(request.raw, options.maxBodyBytes, room);
      } catch (error) {
        // What still comes of it is not kept.
        room.free();
        throw error;
      }
    });
    for (const signal of SIGNALS) {
      for (const { prefix, name } of options.port === 'http' ? PLACES : PLACES.slice(0, 1)) {
        scope.post(
          `${prefix}/v1/${signal}`,
          {
            bodyLimit: options.maxBodyBytes,
            config: { tokenNeededBy: 'exporters' },
            schema: documentationOf(signal, name, prefix.includes(':')),
          },
          async (request, reply) => {
            const answer = await receive(signal, request, options);
            return reply.code(answer.status).headers(answer.headers).send(answer.body);
          },
        );
      }
    }
  });
}

/** For the OpenAPI document only: Fastify hands bytes on and decoding is the ingest thread's work. */
function documentationOf(signal: Signal, name: string, namesProject: boolean): FastifySchema {
  const { request, answer } = EXPORTS[signal];
  return {
    operationId: `export${signal[0]!.toUpperCase()}${signal.slice(1)}${name}`,
    tags: ['Ingestion'],
    summary: `Stores ${signal}${namesProject ? ' in a project' : ''}`,
    description: `Takes an OTLP export request and answers after the commit, in the request's encoding: what was acknowledged is in the database. What is invalid is rejected one by one and counted in the answer; a body that can't be decoded is refused whole, in protobuf with a \`google.rpc.Status\`. The same again replaces what is stored and counts nothing twice.`,
    errors: [
      'INVALID_PROJECT_ID',
      'INVALID_OTLP',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'BUFFER_FULL',
      'RECEIVING_PAUSED',
    ],
    unread: {
      ...(namesProject
        ? { params: ExportParams, headers: ExportHeaders }
        : { headers: DefaultExportHeaders }),
      body: request,
      answer,
      refusals: UNDECODABLE,
    },
  };
}

async function receive(signal: Signal, request: FastifyRequest, options: HttpOptions): Promise<HttpAnswer> {
  const seen: SeenExport = { signal, projectId: null, bytes: null, outcome: null };
  request.seenExport = seen;
  let encoding: Encoding | null = null;
  try {
    const { project_id } = request.params as { project_id?: string };
    const projectId =
      project_id === undefined ? projectIdOf(request.headers['x-project-id']) : checkProjectId(project_id);
    seen.projectId = projectId;
    encoding = encodingOf(request.headers['content-type']);
    const body = await bodyOf(request, options.maxBodyBytes);
    seen.bytes = body.length;
    seen.outcome = await options.consume({ signal, encoding, projectId, body });
    return exportAnswer(signal, encoding, seen.outcome);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.refusal = error;
    return errorAnswer(error, encoding);
  }
}

/** In the clear. The room is free again: from here on it counts with what waits. */
async function bodyOf(request: FastifyRequest, limit: number): Promise<Buffer> {
  const room = request.room!;
  const received = Buffer.isBuffer(request.body) ? request.body : NOTHING;
  // What is packed is not held until the answer.
  request.body = undefined;
  try {
    const body = await decompress(received, request.headers['content-encoding'], limit, room);
    if (body !== received) room.takeBack(received);
    return body;
  } finally {
    room.free();
  }
}

function encodingOf(contentType: string | undefined): Encoding {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/x-protobuf') return 'protobuf';
  if (type === 'application/json') return 'json';
  throw wrongContentType(type, OTLP_TYPES);
}
