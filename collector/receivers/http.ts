import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import {
  DefaultExportHeaders,
  EXPORTS,
  ExportHeaders,
  ExportParams,
  LANGFUSE_PREFIX,
  UNDECODABLE,
} from '../contract/otlp.ts';
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

interface Place {
  readonly prefix: string;
  /** In operation ids. */
  readonly name: string;
  /** Langfuse's SDKs send traces alone, and keys of Langfuse with them. */
  readonly isLangfuse?: true;
}

/** Where the receivers stand at the standard port. */
const STANDARD_PLACES: readonly Place[] = [
  { prefix: '', name: '' },
  { prefix: LANGFUSE_PREFIX, name: 'OfLangfuse', isLangfuse: true },
];

const MAIN_PLACES: readonly Place[] = [
  ...STANDARD_PLACES,
  { prefix: '/otel', name: 'AtOtel' },
  { prefix: '/otel/:project_id', name: 'OfProject' },
  { prefix: `/otel/:project_id${LANGFUSE_PREFIX}`, name: 'OfLangfuseInProject', isLangfuse: true },
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
 * OTLP/HTTP on a Fastify server: the standard paths and that of Langfuse's SDKs, and on the main port those that name a
 * project. Answers after the commit.
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
    for (const place of options.port === 'http' ? MAIN_PLACES : STANDARD_PLACES) {
      const { prefix, isLangfuse = false } = place;
      for (const signal of isLangfuse ? (['traces'] as const) : SIGNALS) {
        scope.post(
          `${prefix}/v1/${signal}`,
          {
            bodyLimit: options.maxBodyBytes,
            config: { tokenNeededBy: 'exporters', takesTokenAsPassword: isLangfuse },
            schema: documentationOf(signal, place),
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

const LANGFUSE_SENDS_HERE =
  ' SDKs of Langfuse send here when `LANGFUSE_BASE_URL` is what stands before `/api/public`; a token may also come as `LANGFUSE_SECRET_KEY`, the password of Basic authorization.';

/** For the OpenAPI document only: Fastify hands bytes on and decoding is the ingest thread's work. */
function documentationOf(signal: Signal, { prefix, name, isLangfuse }: Place): FastifySchema {
  const { request, answer } = EXPORTS[signal];
  const namesProject = prefix.includes(':');
  return {
    operationId: `export${signal[0]!.toUpperCase()}${signal.slice(1)}${name}`,
    tags: ['Ingestion'],
    summary: `Stores ${signal}${isLangfuse ? ' of an SDK of Langfuse' : ''}${namesProject ? ' in a project' : ''}`,
    description: `Takes an OTLP export request and answers after the commit, in the request's encoding: what was acknowledged is in the database. What is invalid is rejected one by one and counted in the answer; a body that can't be decoded is refused whole, in protobuf with a \`google.rpc.Status\`. The same again replaces what is stored and counts nothing twice.${isLangfuse ? LANGFUSE_SENDS_HERE : ''}`,
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
