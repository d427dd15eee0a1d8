import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, wrongContentType } from '../errors.ts';
import type { Log } from '../lib/log.ts';
import { DOCS } from './docs-path.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What it was answered with, where it was refused. */
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
  // What takes bodies of other types takes those of any.
  if (error.statusCode === 415) return wrongContentType(request.headers['content-type'], 'application/json');
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

/** Of a path of the API that ends with a slash, or has two: what an exporter's path lacks, the receiver says. */
const hasEmptyId = ({ url, params }: FastifyRequest): boolean =>
  url.startsWith('/api/') && Object.values(params ?? {}).includes('');

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** The parameters of a route's path: of several routes that a path matches, the one with the fewest is meant. */
const PATH_PARAMETERS = /:[a-z_]+|\*/g;

/** What stands last may be a name instead of an id: the stream of traces has one, which is no trace's id for other methods. */
const endsWithId = ({ routeOptions }: FastifyRequest): boolean => /:[a-z_]+$/.test(routeOptions.url ?? '');

/** Every error of a server in the one shape that the contract has for them, `ErrorBody`. */
export function registerErrors(app: FastifyInstance, log: Log): void {
  app.decorateRequest('refusal', null);
  const routes: { url: string; pattern: RegExp; method: string; parameters: number }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // Where preflights are answered: no path of its own.
    if (url === '*') return;
    const pattern = new RegExp(
      `^${url
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(/:[a-z_]+/g, '[^/]+')
        .replace(/\\\*$/, '.*')}$`,
    );
    const parameters = url.match(PATH_PARAMETERS)?.length ?? 0;
    for (const one of [method].flat()) routes.push({ url, pattern, method: one, parameters });
  });
  const methodsAt = (path: string): string[] => {
    const there = routes.filter(({ pattern }) => pattern.test(path));
    const fewest = Math.min(...there.map(({ parameters }) => parameters));
    return there.filter(({ parameters }) => parameters === fewest).map(({ method }) => method);
  };
  /** A path may be written in other ways, which say nothing here. */
  const isName = (request: FastifyRequest): boolean => {
    const methods = methodsAt(pathOf(request));
    return methods.length > 0 && !methods.includes(request.method);
  };
  /** A port without the interface has few paths. */
  const whatElse = (path: string): string => {
    const urls = routes.map(({ url }) => url);
    if (!urls.includes(DOCS)) return `: this port has only ${urls.join(', ')}`;
    return path.startsWith('/api') ? `: ${DOCS} lists the paths there are` : '';
  };
  const missing = (request: FastifyRequest, reply: FastifyReply): ApiError => {
    const path = pathOf(request);
    const methods = methodsAt(path);
    if (methods.length === 0 || methods.includes(request.method)) {
      return new ApiError('NOT_FOUND', `nothing at ${request.method} ${path}${whatElse(path)}`);
    }
    const allow = [...new Set(methods)].join(', ');
    reply.header('allow', allow);
    return new ApiError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not possible at ${path}, which takes ${allow}`,
    );
  };
  // Before the body is read: what is wrong with a body does not matter where none belongs. Preflights are answered by now.
  app.addHook('preParsing', async (request, reply, payload) => {
    const isNone = request.is404 || request.method === 'OPTIONS' || hasEmptyId(request);
    if (isNone || (endsWithId(request) && isName(request))) throw missing(request, reply);
    return payload;
  });
  app.setErrorHandler((error, request, reply) => send(reply, toApiError(error, log, request)));
  app.setNotFoundHandler((request, reply) => send(reply, missing(request, reply)));
  // What Node would answer by itself, in a shape of its own. An expectation that nobody knows may be passed over (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket: Socket) =>
    hangUp(socket, new ApiError('METHOD_NOT_ALLOWED', 'CONNECT is not possible here')),
  );
}

/** By the code of what Node's HTTP parser refuses. */
function fromParser(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('PAYLOAD_TOO_LARGE', 'the request head is too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('VALIDATION_ERROR', 'the request took too long to come');
  return new ApiError('VALIDATION_ERROR', 'this is no valid HTTP request');
}

/** For a client that does not hang up although it was answered. */
const LINGER_MS = 5000;

/** The last answer on a connection, of which nothing more is read as a request. */
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
    // What still comes of it is not waited for: no limit of time is on it yet.
    reply.header('connection', 'close');
    void send(reply, new ApiError('VALIDATION_ERROR', error.message));
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
    const { rawPacket } = error as { rawPacket?: unknown };
    if (Buffer.isBuffer(rawPacket)) onUnreadable(rawPacket);
    // A browser opens connections ahead of what it asks: it would read what stands there already as the answer.
    const wasSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (wasSilent || error.code === 'ECONNRESET') socket.destroy();
    else hangUp(socket, fromParser(error.code));
  },
});
