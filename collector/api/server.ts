import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Health } from '../contract/health.ts';
import type { IngestRequest } from '../contract/ingest-requests.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Log } from '../lib/log.ts';
import { PATIENCE, type Patience } from '../lib/patience.ts';
import type { Commands } from './commands.ts';
import type { Query } from './routes/typed-routes.ts';
import { registerAccess } from './access.ts';
import { registerAuthentication, type TokenRules } from './authentication.ts';
import { registerErrors, serverOptions } from './errors.ts';
import { registerFiniteNumbers } from './finite-numbers.ts';
import { registerLingering } from './lingering.ts';
import { registerRequestTime } from './request-time.ts';
import { refuseParameters, schemaCompilers } from './schema-compilers.ts';
import { registerTurns } from './turns.ts';
import { registerUnreadAnswers } from './unread-answers.ts';
import { registerDeletionRoutes } from './routes/deletions.ts';
import { registerDocumentationRoutes } from './routes/documentation.ts';
import { registerFilterOptionRoutes } from './routes/filter-options.ts';
import { registerIngestRequestRoutes } from './routes/ingest-requests.ts';
import { registerImportRoutes, type ImportFile } from './routes/imports.ts';
import { registerLogRoutes } from './routes/logs.ts';
import { registerMcpRoute, type AnswerMcp } from './routes/mcp.ts';
import { registerMetricRoutes } from './routes/metrics.ts';
import { registerReceivingRoutes, type ReceivingCommands } from './routes/receiving.ts';
import { registerReindexRoute } from './routes/reindex.ts';
import { registerSessionRoutes } from './routes/sessions.ts';
import { registerSettingsRoutes, type SettingsCommands } from './routes/settings.ts';
import { registerSpanRoutes } from './routes/spans.ts';
import { registerStatsRoutes } from './routes/stats.ts';
import { registerStreamRoutes } from './routes/stream.ts';
import { registerSystemRoutes } from './routes/system.ts';
import { registerTokenRoutes, type TokenCommands } from './routes/tokens.ts';
import { registerTraceRoutes } from './routes/traces.ts';
import { registerUnscopedSessionRoutes } from './routes/unscoped-sessions.ts';
import { registerUnscopedSpanRoutes } from './routes/unscoped-spans.ts';
import { registerUnscopedTraceRoutes } from './routes/unscoped-traces.ts';
import { KEPT_APART, registerUserInterface } from './user-interface.ts';

export interface ApiParts {
  readonly query: Query;
  readonly commands: Commands;
  readonly hub: LiveHub;
  readonly health: () => Promise<Health>;
  readonly settings: SettingsCommands;
  /** What exporters sent last. */
  readonly ingestRequests: () => IngestRequest[];
  readonly receiving: ReceivingCommands;
  readonly tokens: TokenCommands;
  readonly importFile: ImportFile;
  readonly answerMcp: AnswerMcp;
  /** The built renderer. */
  readonly userInterface: string;
  /** Ends open streams when the collector stops. */
  readonly stop: AbortSignal;
}

/** An id in a path may be as long as a request's head. */
const MAX_HEAD_BYTES = 64 * 1024;

/**
 * An HTTP server with the rules that hold on every port: hosts, origins, tokens, error shape. `onUnreadable` hears of what
 * came to it that is no HTTP/1.1.
 */
export function createServer(
  config: Config,
  tokenRules: TokenRules,
  log: Log,
  onUnreadable: (start: Buffer) => void = () => {},
  patience: Patience = PATIENCE,
): FastifyInstance {
  const app = Fastify({
    ...serverOptions(onUnreadable),
    logger: false,
    // All plugins are our own, and none waits for anything: no timer for each.
    pluginTimeout: 0,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // Fastify's own is in no documented shape: whoever waits for what is closing says so.
    return503OnClosing: false,
    // A request without a Host header is refused like one with a foreign one, in the documented shape.
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      requireHostHeader: false,
      headersTimeout: patience.headMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    routerOptions: { maxParamLength: MAX_HEAD_BYTES },
    schemaController: { compilersFactory: schemaCompilers },
  });
  registerTurns(app);
  registerRequestTime(app, patience.requestMs);
  registerUnreadAnswers(app, patience.requestMs);
  registerLingering(app);
  registerErrors(app, log);
  registerAccess(app, config.server);
  registerAuthentication(app, tokenRules);
  registerFiniteNumbers(app);
  return app;
}

/** The main server's own routes: REST, streams and the user interface. Call before what else the document tells. */
export function registerApi(app: FastifyInstance, config: Config, parts: ApiParts): void {
  keepToCallers(app);
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  refuseParameters(routes);
  // First, so that it sees every route.
  registerDocumentationRoutes(routes);
  registerTraceRoutes(routes, parts.query);
  registerSpanRoutes(routes, parts.query);
  registerSessionRoutes(routes, parts.query);
  registerDeletionRoutes(routes, parts.commands);
  registerLogRoutes(routes, parts.query);
  registerMetricRoutes(routes, parts.query);
  registerUnscopedTraceRoutes(routes, parts.query);
  registerUnscopedSpanRoutes(routes, parts.query);
  registerUnscopedSessionRoutes(routes, parts.query);
  registerStreamRoutes(routes, parts.hub, config.stream, parts.stop);
  registerFilterOptionRoutes(routes, parts.query);
  registerStatsRoutes(routes, parts.query);
  registerSystemRoutes(routes, parts.query, parts.health);
  registerReindexRoute(routes, parts.commands, parts.health);
  registerSettingsRoutes(routes, parts.settings);
  registerIngestRequestRoutes(routes, parts.ingestRequests);
  registerReceivingRoutes(routes, parts.receiving);
  registerTokenRoutes(routes, parts.tokens);
  registerImportRoutes(routes, parts.importFile);
  registerMcpRoute(routes, parts.answerMcp);
  registerUserInterface(routes, parts.userInterface);
}

/** A browser writes answers to its disk, where conversations would be after they were deleted here, and shows them in frames. */
function keepToCallers(app: FastifyInstance): void {
  const headers = { 'cache-control': 'no-store', ...KEPT_APART };
  app.addHook('onRequest', (request, reply, done) => {
    // The route's path: one that is asked for may spell its letters otherwise (`/%61pi/`).
    if ((request.routeOptions.url ?? request.url).startsWith('/api/')) reply.headers(headers);
    done();
  });
}
