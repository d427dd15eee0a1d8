import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signalAt } from '../contract/otlp.ts';
import { ApiError, JSON_TYPE, OTLP_TYPES, wrongContentType } from '../errors.ts';
import type { Log } from '../lib/log.ts';
import { DOCS } from './docs-path.ts';
import { RouteTable } from './route-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that it was answered with; null where it was not refused. */
    refusal: ApiError | null;
  }
}

function send(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.request.refusal = error;
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryable) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(error.body));
}

/** What Fastify itself refuses, in the documented codes. */
function fromFastify(error: FastifyError, request: FastifyRequest): ApiError | null {
  if (error.validation)
    return new ApiError('VALIDATION_ERROR', error.message.replace(/^(?:querystring|params)\//, ''));
  if (error.statusCode === 413 || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('PAYLOAD_TOO_LARGE', 'the request is larger than this server takes');
  if (error.statusCode === 415)
    return wrongContentType(
      request.headers['content-type'],
      signalAt(request.url) === null ? JSON_TYPE : OTLP_TYPES,
    );
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ApiError('VALIDATION_ERROR', error.message);
  return null;
}

function toApiError(error: unknown, log: Log, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const known = error instanceof Error ? fromFastify(error as FastifyError, request) : null;
  if (known) return known;
  log.error(
    `${request.method} ${request.routeOptions.url ?? request.url}: ${String((error as Error).stack ?? error)}`,
  );
  return new ApiError('STORAGE_ERROR', 'internal error, see the log');
}

/** Whether a path of the API has an empty id, as with a last or double slash. Receivers say themselves what a path lacks. */
const hasEmptyId = ({ url, params }: FastifyRequest): boolean =>
  url.startsWith('/api/') && Object.values(params ?? {}).includes('');

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** Where an id ends a path, another route may have a fixed name: DELETE must not take the `sse` of `traces/sse` for a trace. */
const endsWithId = ({ routeOptions }: FastifyRequest): boolean => /:[a-z_]+$/.test(routeOptions.url ?? '');

/** Whether only other methods have the path. One that spells its letters otherwise (`/%61pi/`) is not known as such. */
function isOfOtherMethods(request: FastifyRequest, routes: RouteTable): boolean {
  const methods = routes.methodsAt(pathOf(request));
  return methods.length > 0 && !methods.includes(request.method);
}

/** Why nothing answers the request, with what would. */
function missing(request: FastifyRequest, reply: FastifyReply, routes: RouteTable): ApiError {
  const path = pathOf(request);
  const methods = routes.methodsAt(path);
  if (methods.length === 0 || methods.includes(request.method))
    return new ApiError('NOT_FOUND', `nothing at ${request.method} ${path}${whatElse(path, routes)}`);
  const allow = methods.join(', ');
  reply.header('allow', allow);
  return new ApiError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not possible at ${path}, which takes ${allow}`,
  );
}

/** A port without the interface has few paths. */
function whatElse(path: string, { urls }: RouteTable): string {
  if (!urls.has(DOCS)) return `: this port has only ${[...urls].join(', ')}`;
  return path.startsWith('/api') ? `: ${DOCS} lists the paths there are` : '';
}

/** Every error of a server in the one shape that the contract has for them, `ErrorBody`. */
export function registerErrors(app: FastifyInstance, log: Log): void {
  app.decorateRequest('refusal', null);
  const routes = new RouteTable();
  app.addHook('onRoute', ({ url, method }) => {
    // Where preflights are answered: no path of its own.
    if (url !== '*') routes.add(url, [method].flat());
  });
  // Before the body is read, since a body without a route can't be wrong. Preflights are answered by now.
  app.addHook('preParsing', async (request, reply, payload) => {
    const isNone = request.is404 || request.method === 'OPTIONS' || hasEmptyId(request);
    if (isNone || (endsWithId(request) && isOfOtherMethods(request, routes)))
      throw missing(request, reply, routes);
    return payload;
  });
  app.setErrorHandler((error, request, reply) => send(reply, toApiError(error, log, request)));
  app.setNotFoundHandler((request, reply) => send(reply, missing(request, reply, routes)));
  // Node would answer both by itself, in another shape. An unknown expectation may be ignored (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket: Socket) =>
    hangUp(socket, new ApiError('METHOD_NOT_ALLOWED', 'CONNECT is not possible here')),
  );
}

/** `code`: that of an error of Node's HTTP parser. */
function fromParser(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('PAYLOAD_TOO_LARGE', 'the request head is too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('VALIDATION_ERROR', 'the request took too long to come');
  return new ApiError('VALIDATION_ERROR', 'this is no valid HTTP request');
}

/** How long a client that was answered may take to hang up. */
const LINGER_MS = 5000;

/** Sends the last answer on a connection: what still comes there is not read as a request. */
export function hangUp(socket: Socket, { status, body }: ApiError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${body.error}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
  );
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(cut));
}

/**
 * Answers for requests that never reach a route: heads that are no HTTP, paths that can't be decoded. `onUnreadable` gets
 * what came first where it is no HTTP.
 */
export const serverOptions = (onUnreadable: (start: Buffer) => void) => ({
  frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    // The rest of the request is not waited for: no time limit holds it yet.
    reply.header('connection', 'close');
    void send(reply, new ApiError('VALIDATION_ERROR', error.message));
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
    const { rawPacket } = error as { rawPacket?: unknown };
    if (Buffer.isBuffer(rawPacket)) onUnreadable(rawPacket);
    // A browser opens connections ahead of its requests, and would take what was sent before as the answer to the first.
    const wasSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (wasSilent || error.code === 'ECONNRESET') socket.destroy();
    else hangUp(socket, fromParser(error.code));
  },
});
