import { isIPv6 } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

export interface AccessOptions {
  /** `server.host`: its name is allowed besides the loopback names. */
  readonly host: string;
  readonly corsOrigins: readonly string[];
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/** Whether a `Host` header names this machine: any other name is a web page that had its name point here. */
export function isAllowedHost(header: string | undefined, host: string): boolean {
  if (header === undefined) return false;
  const name = nameOf(header);
  return LOOPBACK_NAMES.has(name) || name === (isIPv6(host) ? `[${host}]` : host.toLowerCase());
}

const pathOf = (url: string): string => url.split('?', 1)[0]!;

const isIngestion = (path: string): boolean =>
  /^\/(?:otel\/(?:[^/]+\/)?)?v1\/(?:traces|metrics|logs)$/.test(path);

/**
 * Which other origins may read the answer of `path`: a web app under development may export, the configured origins
 * may do everything. `null` for none.
 */
export function allowedOrigin(origin: string, path: string, options: AccessOptions): string | null {
  if (options.corsOrigins.includes(origin)) return origin;
  return isIngestion(path) && LOCAL_ORIGIN.test(origin) ? origin : null;
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);

/** Host and origin rules of every HTTP server (API.md section 7), and CORS for those that they let in. */
export function registerAccess(app: FastifyInstance, options: AccessOptions): void {
  app.addHook('onRequest', async ({ headers: { host, origin }, method, url }) => {
    if (!isAllowedHost(host, options.host))
      throw new ApiError('HOST_NOT_ALLOWED', `the host ${JSON.stringify(host ?? '')} is not this machine`);
    const isForeign = origin !== undefined && !isOwnOrigin(origin, host);
    if (isForeign && !SAFE_METHODS.has(method) && allowedOrigin(origin, pathOf(url), options) === null)
      throw new ApiError('ORIGIN_NOT_ALLOWED', `pages from ${origin} may not change anything here`);
  });
  app.register(cors, {
    strictPreflight: false,
    delegator: ({ headers, url }, answer) => {
      const origin =
        headers.origin === undefined ? null : allowedOrigin(headers.origin, pathOf(url), options);
      answer(null, { origin: origin ?? false, methods: ['GET', 'POST', 'PATCH', 'DELETE'], maxAge: 600 });
    },
  });
}
