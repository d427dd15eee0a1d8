import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Encoding, Signal } from '../decode/count.ts';
import { ApiError } from '../errors.ts';
import { errorAnswer, exportAnswer, type HttpAnswer } from './answer.ts';
import { decompress } from './decompress.ts';
import { recordHttpRequests, type Seen } from './http-requests.ts';
import { checkProjectId, projectIdOf, type ReceiverOptions } from './receiver.ts';
import type { RequestLog } from './request-log.ts';

const SIGNALS: readonly Signal[] = ['traces', 'metrics', 'logs'];

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
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: options.maxBodyBytes },
      (_request, body, done) => done(null, body),
    );
    for (const signal of SIGNALS) {
      const paths = [`/v1/${signal}`];
      if (options.port === 'http') paths.push(`/otel/v1/${signal}`, `/otel/:project_id/v1/${signal}`);
      for (const path of paths) {
        scope.post(
          path,
          { bodyLimit: options.maxBodyBytes, config: { tokenNeededBy: 'exporters' } },
          async (request, reply) => {
            const answer = await receive(signal, request, options);
            return reply.code(answer.status).headers(answer.headers).send(answer.body);
          },
        );
      }
    }
  });
}

async function receive(signal: Signal, request: FastifyRequest, options: HttpOptions): Promise<HttpAnswer> {
  const seen: Seen = { signal, projectId: null, bytes: null, outcome: null };
  request.seenExport = seen;
  let encoding: Encoding | null = null;
  try {
    const { project_id } = request.params as { project_id?: string };
    const projectId =
      project_id === undefined ? projectIdOf(request.headers['x-project-id']) : checkProjectId(project_id);
    seen.projectId = projectId;
    encoding = encodingOf(request.headers['content-type']);
    const received = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const body = await decompress(received, request.headers['content-encoding'], options.maxBodyBytes);
    seen.bytes = body.length;
    seen.outcome = await options.consume({ signal, encoding, projectId, body });
    return exportAnswer(signal, encoding, seen.outcome);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.refusal = error;
    return errorAnswer(error, encoding);
  }
}

function encodingOf(contentType: string | undefined): Encoding {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/x-protobuf') return 'protobuf';
  if (type === 'application/json') return 'json';
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Content-Type ${JSON.stringify(type ?? '')} is not supported: use application/x-protobuf or application/json`,
  );
}
