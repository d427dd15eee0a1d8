import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { checkGrpcAccess } from './api/access.ts';
import { createServer, registerApi, type ApiParts } from './api/server.ts';
import type { RunTokenRules } from './auth/token-rules.ts';
import type { Config } from './config/config.ts';
import type { HealthReport } from './health.ts';
import { StoppedError, type Lifecycle } from './lifecycle.ts';
import { addressesOf, close, hostInUrl, listen, notListening, OtherAddresses } from './listening.ts';
import type { Log } from './lib/log.ts';
import type { Patience } from './lib/patience.ts';
import { GrpcReceiver } from './receivers/grpc.ts';
import { foreignToHttp } from './receivers/foreign-attempt.ts';
import { registerOtlpHttp } from './receivers/http.ts';
import type { ReceiverName } from './receivers/attempt.ts';
import type { ReceiverOptions } from './receivers/receiver.ts';
import type { RequestLog } from './receivers/request-log.ts';
import { mostConnections } from './runtime/most-connections.ts';

/** The main one, and one for each standard. */
const PORTS = 3;
/** Where no connection was hung up on for so long, there is room again. */
const CALM_MS = 5000;

export interface PortsOptions {
  readonly config: Config;
  readonly tokenRules: RunTokenRules;
  readonly log: Log;
  /** Told once a minute. */
  readonly logFault: (message: string) => void;
  readonly patience: Patience;
  readonly health: HealthReport;
  readonly receiver: ReceiverOptions & { readonly requests: RequestLog };
  readonly api: ApiParts;
  /** Rejects with a StoppedError where none is to start any more. */
  readonly begin: Lifecycle['beginReceiver'];
  /** Called for each connection that is taken, at any port. */
  readonly onConnection: () => void;
}

interface Placed extends PortsOptions {
  /** The addresses of the host, of which there is one mostly. */
  readonly at: readonly [string, ...string[]];
}

/** Where the servers listen; null where that receiver is off or its port was taken. */
export interface PortAddresses {
  readonly http: string;
  readonly otlp: string | null;
  readonly grpc: string | null;
}

/**
 * Makes the servers, and answers how they are made to listen: at the main port and at those of the receivers. That rejects
 * with one clear line where the main port is taken.
 */
export async function preparePorts(given: PortsOptions): Promise<() => Promise<PortAddresses>> {
  const { http, grpc } = given.config.otel;
  const options = { ...given, at: await addressesOf(given.config.server.host) };
  const main = httpServer(options, 'http');
  registerApi(main, options.config, options.api);
  registerOtlpHttp(main, { ...options.receiver, port: 'http' });
  const standard = httpServer(options, 'standard_http');
  registerOtlpHttp(standard, { ...options.receiver, port: 'standard_http' });
  await Promise.all([main.ready(), standard.ready()]);
  return async () => ({
    http: await startMain(options, main),
    otlp: await optional(options, 'standard_http', http.enabled, () =>
      listenWith(options, 'the port for OTLP/HTTP', standard, http.port),
    ),
    grpc: await optional(options, 'grpc', grpc.enabled, () => startGrpc(options)),
  });
}

async function startMain(options: Placed, app: FastifyInstance): Promise<string> {
  const { health } = options;
  const { host, port } = options.config.server;
  try {
    return health.listening('http', await listenWith(options, 'the main port', app, port));
  } catch (cause) {
    if (cause instanceof StoppedError) throw cause;
    throw notListening(cause, { host, port, flag: '--port' });
  }
}

function httpServer(options: Placed, port: 'http' | 'standard_http'): FastifyInstance {
  const { config, tokenRules, log, receiver, patience } = options;
  const onUnreadable = (start: Buffer): void => {
    const attempt = foreignToHttp(start, port);
    if (attempt !== null) receiver.requests.add(attempt);
  };
  const app = createServer(config, tokenRules, log, onUnreadable, patience);
  boundConnections(app.server, port, options);
  return app;
}

/** What comes beyond that is hung up on, which the log and the health tell: exporters try again. */
function boundConnections(server: Server, name: ReceiverName, options: Placed): void {
  const { at, logFault, health, onConnection } = options;
  const most = mostConnections(PORTS * at.length);
  const message = `${most} connections are open on a port, which takes no more until some are closed`;
  let calm: NodeJS.Timeout | undefined;
  server.maxConnections = most;
  server.on('connection', onConnection);
  server.on('drop', () => {
    logFault(message);
    health.turnsAway(name, message);
    calm ??= setTimeout(() => {
      calm = undefined;
      health.turnsAway(name, null);
    }, CALM_MS).unref();
    calm.refresh();
  });
  server.once('close', () => clearTimeout(calm));
}

async function listenWith(
  options: Placed,
  name: string,
  app: FastifyInstance,
  port: number,
): Promise<string> {
  const bound = await beginAt(options, name, app.server, {
    start: (address) => listen(app, address, port),
    stop: () => close(app),
  });
  return `http://${hostInUrl(options.config.server.host)}:${bound}`;
}

async function startGrpc(options: Placed): Promise<string> {
  const { config, tokenRules, receiver, patience, logFault } = options;
  const receiving = new GrpcReceiver({
    ...receiver,
    patience,
    admit: (caller) => {
      checkGrpcAccess(caller, config.server);
      if (tokenRules.exporters) tokenRules.check(caller.authorization);
    },
    onFailure: (error) => logFault(`gRPC failed: ${String((error as Error).stack ?? error)}`),
  });
  boundConnections(receiving.server, 'grpc', options);
  const bound = await beginAt(options, 'the port for OTLP/gRPC', receiving.server, {
    start: (address) => receiving.start(address, config.otel.grpc.port),
    stop: () => receiving.stop(),
  });
  return `${hostInUrl(config.server.host)}:${bound}`;
}

interface Listening {
  /** At one address; answers the port. */
  start(address: string): Promise<number>;
  stop(): Promise<void>;
}

/** Has a server listen at all addresses of the host, or at none. */
function beginAt(
  { begin, at: [first, ...more] }: Placed,
  name: string,
  server: Server,
  one: Listening,
): Promise<number> {
  const others = new OtherAddresses(server);
  const stop = async (): Promise<void> => {
    await Promise.all([others.stop(), one.stop()]);
  };
  const start = async (): Promise<number> => {
    const port = await one.start(first);
    try {
      await others.listen(more);
    } catch (error) {
      await stop();
      throw error;
    }
    return port;
  };
  return begin(name, { start, stop });
}

/** Starts a receiver that the collector can do without: a taken port is a warning, not a failed start. */
async function optional(
  { config, health, log }: Placed,
  name: 'standard_http' | 'grpc',
  enabled: boolean,
  start: () => Promise<string>,
): Promise<string | null> {
  if (!enabled) return null;
  try {
    return health.listening(name, await start());
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    const port = name === 'grpc' ? config.otel.grpc.port : config.otel.http.port;
    const flag = name === 'grpc' ? '--grpc-port' : '--otlp-port';
    const { host } = config.server;
    const message = `${notListening(error, { host, port, flag }).message}, until then nothing is received there`;
    health.failed(name, message);
    log.warn(message);
    return null;
  }
}
