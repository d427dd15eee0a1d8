import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signalAt } from '../contract/otlp.ts';
import type { Signal } from '../decode/count.ts';
import type { ReceiverName } from './attempt.ts';
import type { Outcome } from './receiver.ts';
import type { RequestLog } from './request-log.ts';

/** What the receiver finds out about a request on its way to the answer; null what it has not come to. */
export interface SeenExport {
  readonly signal: Signal;
  projectId: string | null;
  bytes: number | null;
  outcome: Outcome | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of requests that came as far as the receiver. */
    seenExport: SeenExport | null;
  }
}

/**
 * Writes down the export requests of a server: those to its receivers, and on other paths what can only have been meant so,
 * since only the API takes any other POST. A browser whose preflight is refused sends none: that is all there is to see.
 */
export function recordHttpRequests(app: FastifyInstance, port: ReceiverName, requests: RequestLog): void {
  app.decorateRequest('seenExport', null);
  app.addHook('onResponse', (request, reply, done) => {
    if (isExport(request, port)) requests.add(attemptOf(request, reply, port));
    done();
  });
}

function isExport({ method, headers, refusal, url }: FastifyRequest, port: ReceiverName): boolean {
  const isRefusedPreflight = headers['access-control-request-method'] === 'POST' && refusal !== null;
  return (
    (method === 'POST' || isRefusedPreflight) && (port === 'standard_http' || !url.startsWith('/api/v1/'))
  );
}

function attemptOf(
  request: FastifyRequest,
  reply: FastifyReply,
  port: ReceiverName,
): Parameters<RequestLog['add']>[0] {
  const { headers, seenExport: seen, refusal } = request;
  const contentType = headers['content-type'] ?? null;
  return {
    timeMs: Date.now(),
    port,
    transport: contentType?.startsWith('application/grpc') ? 'grpc' : 'http',
    isTls: false,
    signal: seen?.signal ?? signalAt(request.url),
    path: request.url,
    projectId: seen?.projectId ?? null,
    encoding: headers['content-encoding'] ?? null,
    contentType,
    bytes: seen?.bytes ?? announcedBytes(headers['content-length']),
    status: reply.statusCode,
    code: refusal?.code ?? null,
    message: refusal?.message ?? seen?.outcome?.message ?? null,
    outcome: seen?.outcome ?? null,
    durationMs: reply.elapsedTime,
    userAgent: headers['user-agent'] ?? null,
    host: headers.host ?? null,
    origin: headers.origin ?? null,
  };
}

/** 0 where a request does not say how long its body is. */
export const announcedBytes = (length: string | undefined): number =>
  length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : 0;
