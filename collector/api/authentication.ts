import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Who needs a token, and what a token must be. */
export interface TokenRules {
  readonly callers: boolean;
  readonly exporters: boolean;
  /** Throws AUTH_REQUIRED, TOKEN_EXPIRED or TOKEN_INVALID for what stands in `Authorization`. */
  check(authorization: string | undefined): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who needs a token on a route, where one is needed at all. Everybody, if a route says nothing. */
    tokenNeededBy?: 'everybody' | 'exporters' | 'nobody';
    /** A client that sends nothing but a name and a password may send the token as the latter. */
    takesTokenAsPassword?: boolean;
    /** Its answer has no end of its own: it is cut off once the token that opened it no longer counts. */
    isStream?: boolean;
  }
}

/** How often the token of an open stream is looked at again: a revocation ends it within a second. */
const LOOK_AGAIN_MS = 400;

/**
 * Asks for a token before anything of a request's body is read, and after CORS, so that a web page may read why it was
 * refused. Without a token nobody learns which paths exist.
 */
export function registerAuthentication(app: FastifyInstance, rules: TokenRules): void {
  if (!rules.callers && !rules.exporters) return;
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      if (!isNeeded(request, rules) || isPreflight(request)) return;
      const { isStream, takesTokenAsPassword } = request.routeOptions.config;
      const given = request.headers.authorization;
      const authorization = takesTokenAsPassword ? withPasswordAsToken(given) : given;
      rules.check(authorization);
      if (isStream) endWhenRefused(reply, () => rules.check(authorization));
    });
  });
}

function isNeeded({ routeOptions }: FastifyRequest, rules: TokenRules): boolean {
  const { tokenNeededBy = 'everybody' } = routeOptions.config;
  if (tokenNeededBy === 'nobody') return false;
  return tokenNeededBy === 'exporters' ? rules.exporters : rules.callers;
}

/** `Basic` as the `Bearer` that it holds; all else as it is. */
function withPasswordAsToken(authorization: string | undefined): string | undefined {
  const encoded = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return authorization;
  const pair = Buffer.from(encoded, 'base64').toString();
  return `Bearer ${pair.slice(pair.indexOf(':') + 1)}`;
}

/** Browsers send no token with it. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

function endWhenRefused(reply: FastifyReply, check: () => void): void {
  const timer = setInterval(() => {
    try {
      check();
    } catch {
      // The client connects again, and is told why it is refused.
      reply.raw.destroy();
    }
  }, LOOK_AGAIN_MS).unref();
  reply.raw.on('close', () => clearInterval(timer));
}
