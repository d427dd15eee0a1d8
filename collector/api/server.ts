import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Health } from '../contract/health.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Commands } from './commands.ts';
import type { Query, Routes } from './routes/routes.ts';
import { registerAccess } from './access.ts';
import { registerErrors, serverOptions } from './errors.ts';
import { registerDeletionRoutes } from './routes/deletions.ts';
import { registerSessionRoutes } from './routes/sessions.ts';
import { registerSpanRoutes } from './routes/spans.ts';
import { registerStreamRoutes } from './routes/stream.ts';
import { registerSystemRoutes } from './routes/system.ts';
import { registerTraceRoutes } from './routes/traces.ts';
import { registerUserInterface } from './user-interface.ts';

export interface ApiParts {
  readonly query: Query;
  readonly commands: Commands;
  readonly hub: LiveHub;
  readonly health: () => Promise<Health>;
  /** The built renderer. */
  readonly userInterface: string;
  /** Ends open streams when the collector stops. */
  readonly stop: AbortSignal;
}

/** An id in a path may be as long as a request's head. */
const MAX_HEAD_BYTES = 64 * 1024;

/** An HTTP server with the rules that hold on every port: hosts, origins, error shape. */
export function createServer(config: Config, log: Log): FastifyInstance {
  const app = Fastify({
    ...serverOptions,
    logger: false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // A request without a Host header is refused like one with a foreign one, in the documented shape.
    http: { maxHeaderSize: MAX_HEAD_BYTES, requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_HEAD_BYTES },
    // "1" is no number in a JSON body, but in a query string everything is text.
    ajv: { customOptions: { coerceTypes: 'array', removeAdditional: false, useDefaults: true } },
  });
  registerErrors(app, log);
  registerAccess(app, { host: config.server.host, corsOrigins: config.server.cors_origins });
  return app;
}

/** The main server's own routes: REST, streams and the user interface. */
export function registerApi(app: FastifyInstance, config: Config, parts: ApiParts): void {
  const routes = app as unknown as Routes;
  registerTraceRoutes(routes, parts.query);
  registerSpanRoutes(routes, parts.query);
  registerSessionRoutes(routes, parts.query);
  registerDeletionRoutes(app, parts.commands);
  registerStreamRoutes(routes, parts.hub, config.stream, parts.stop);
  registerSystemRoutes(routes, parts.query, parts.health);
  registerUserInterface(routes, parts.userInterface);
}
