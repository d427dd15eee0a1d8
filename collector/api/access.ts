import { isIP, isIPv6 } from 'node:net';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { signalAt } from '../contract/otlp.ts';
import { ApiError } from '../errors.ts';
import { withoutZone } from '../lib/without-zone.ts';

/** Read anew with each request: the origins may be changed while running. */
export type AccessOptions = Readonly<Pick<Config['server'], 'host' | 'cors_origins'>>;

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const WILDCARDS = new Set(['0.0.0.0', '::']);
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

const isAddress = (name: string): boolean =>
  isIP(name) === 4 || (name.startsWith('[') && name.endsWith(']') && isIPv6(name.slice(1, -1)));

/**
 * Whether a `Host` header names this machine: any other name is a web page that had its name point here. Where the
 * collector listens on every address, any address will do: what DNS rebinding can forge is a name.
 */
function isAllowedHost(header: string | undefined, host: string): boolean {
  if (header === undefined) return false;
  const name = nameOf(header);
  if (LOOPBACK_NAMES.has(name) || name === (isIPv6(host) ? `[${withoutZone(host)}]` : host.toLowerCase()))
    return true;
  return WILDCARDS.has(host) && isAddress(name);
}

/** Throws HOST_NOT_ALLOWED. `header` is `Host`, or `:authority` of HTTP/2. */
function checkHost(header: string | undefined, { host }: AccessOptions): void {
  if (!isAllowedHost(header, host))
    throw new ApiError('HOST_NOT_ALLOWED', `the host ${JSON.stringify(header ?? '')} is not this machine`);
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);

/** Whether a page of that origin may export: a web app under development may, and the configured origins. */
const mayExport = (origin: string, options: AccessOptions): boolean =>
  LOCAL_ORIGIN.test(origin) || options.cors_origins.includes(origin);

interface Request {
  readonly headers: {
    readonly host?: string | undefined;
    readonly origin?: string | undefined;
    readonly 'sec-fetch-site'?: string | string[] | undefined;
    readonly 'sec-fetch-dest'?: string | string[] | undefined;
  };
  readonly url: string;
}

/** Which origin may read the answer: the collector's own page and the configured origins all, others what they exported. */
function allowedOrigin({ headers: { host, origin }, url }: Request, options: AccessOptions): string | null {
  if (origin === undefined) return null;
  if (isOwnOrigin(origin, host) || options.cors_origins.includes(origin)) return origin;
  return signalAt(url) !== null && mayExport(origin, options) ? origin : null;
}

/**
 * Whether a browser marks a request as that of another site's page, which may not read the answer: nothing is looked up for
 * it, and no stream held open. Of what a page embeds or fetches without CORS, browsers send no origin but this. A link that
 * leads here is a person's.
 */
function isMarkedForeign({ headers }: Request): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  return (site === 'cross-site' || site === 'same-site') && destination !== 'document';
}

const notAllowed = (origin: string | undefined, what = 'change'): ApiError =>
  new ApiError('ORIGIN_NOT_ALLOWED', `pages from ${origin ?? 'elsewhere'} may not ${what} anything here`);

/** The same rules for an export over gRPC, which no browser sends by itself. */
export function checkGrpcAccess(
  caller: { readonly authority: string; readonly origin: string | undefined },
  options: AccessOptions,
): void {
  checkHost(caller.authority, options);
  if (caller.origin !== undefined && !mayExport(caller.origin, options)) throw notAllowed(caller.origin);
}

/** Host and origin rules of every HTTP server, and CORS for those that they let in. */
export function registerAccess(app: FastifyInstance, options: AccessOptions): void {
  app.addHook('onRequest', async (request) => {
    const { headers, method } = request;
    checkHost(headers.host, options);
    // A preflight is refused as what it asks for would be, which never comes: else nobody here would learn of it.
    const meant = method === 'OPTIONS' ? (headers['access-control-request-method'] ?? method) : method;
    if (allowedOrigin(request, options) !== null) return;
    if (headers.origin !== undefined && !SAFE_METHODS.has(meant)) throw notAllowed(headers.origin);
    if (isMarkedForeign(request)) throw notAllowed(headers.origin, 'read');
  });
  const rules: FastifyCorsOptions = {
    delegator: (request, answer) => {
      answer(null, {
        origin: allowedOrigin(request, options) ?? false,
        // Else one without what it asks for gets a text that is none of our answers.
        strictPreflight: false,
        // `sendBeacon`, by which OpenTelemetry's exporter sends by default, always counts as sent with cookies. There are none here.
        credentials: signalAt(request.url) !== null,
        methods: ['GET', 'POST', 'PATCH', 'DELETE'],
        exposedHeaders: ['Retry-After'],
        maxAge: 600,
      });
    },
  };
  // Called rather than registered: Fastify would first compare versions with it, which takes longer than all that it does.
  cors(app, rules, (error) => {
    if (error) throw error;
  });
}
