import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { checkGrpcAccess } from './api/access.ts';
import { createServer, registerApi } from './api/server.ts';
import { refuseOpenDoor } from './auth/open-door.ts';
import { tokenRules, type RunTokens } from './auth/token-rules.ts';
import type { Config, ConfigOrigin } from './config.ts';
import { HealthReport } from './health.ts';
import { Uploads } from './files/uploads.ts';
import { IngestQueue } from './ingest/queue.ts';
import { RetentionTimer } from './ingest/retention-timer.ts';
import { SearchFeed } from './ingest/search-feed.ts';
import { announceInstance } from './instance.ts';
import { close, hostInUrl, isPortTaken, listen, PortTakenError } from './listening.ts';
import { LiveHub } from './live/hub.ts';
import type { Log } from './log.ts';
import { onceAMinute } from './once-a-minute.ts';
import { PATIENCE, type Patience } from './patience.ts';
import { publishDeleted, publishStored } from './publishing.ts';
import { QueryPool } from './query/pool.ts';
import { GrpcReceiver } from './receivers/grpc.ts';
import { recordUnreadable } from './receivers/http-requests.ts';
import { registerOtlpHttp } from './receivers/http.ts';
import { checkProjectId } from './receivers/receiver.ts';
import { RequestLog } from './receivers/request-log.ts';
import { Tap } from './receivers/tap.ts';
import { RunningSettings } from './settings.ts';

export { PortTakenError };

/** Where a started collector listens; null where that receiver is off or its port was taken. */
export interface Addresses {
  readonly http: string;
  readonly otlp: string | null;
  readonly grpc: string | null;
  readonly data_dir: string;
}

export interface Collector {
  /** Opens the database and listens. Rejects with one clear line; whatever had started is then stopped again. */
  start(): Promise<Addresses>;
  /** Finishes what was accepted and closes the database, within 5 s. May be called twice. */
  stop(): Promise<void>;
  /** A token that counts until the stop; null where authentication is off. Call after the start. */
  issueToken(): string | null;
}

export interface CollectorOptions {
  readonly log: Log;
  /** The built renderer; the default lies beside the built collector. */
  readonly userInterface?: string;
  /** The clock that retention by days goes by, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Where the settings came from; without it changes made while running are not kept. */
  readonly origin?: ConfigOrigin;
  /** Listen beyond this machine although nobody is asked for a token. */
  readonly allowUnauthenticated?: boolean;
  /** How long clients may take. */
  readonly patience?: Patience;
}

const builtRenderer = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../dist/renderer' : '../renderer', import.meta.url),
  );

/** Puts the collector together. Everything that lives long is made here and nowhere else. */
export function createCollector(config: Config, options: CollectorOptions): Collector {
  const { log, patience = PATIENCE } = options;
  const logFault = onceAMinute((message) => log.error(message));
  const stopping = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  const receiverStops: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const hub = new LiveHub();
  const dataDirectory = config.storage.data_dir;
  const queue = new IngestQueue({
    dataDirectory,
    synchronous: config.storage.synchronous,
    settings: { pricing: config.pricing, attributes: config.otel.attributes },
    limits: config.otel.ingestion,
    onCommitted: () => health.wrote(),
    onStored: (spans) => {
      publishStored(hub, spans);
      search.wake();
    },
    onDeleted: (deleted) => publishDeleted(hub, deleted),
    onChanged: (projectId) => hub.publishResync(projectId),
    onUnreadable: (spans, failure) => search.countUnreadable(spans, failure),
    onFailure: (message, fault) => {
      health.writingFailed(fault ?? 'failing');
      logFault(message);
    },
  });
  const query = new QueryPool({ dataDirectory, pricing: config.pricing }, (message, fault) => {
    if (fault !== null) health.readingFailed(fault);
    logFault(message);
  });
  const tap = new Tap();
  const health = new HealthReport(config, queue, query, tap);
  const retention = new RetentionTimer(config.otel.retention, queue.commands, options.now ?? Date.now);
  const search = new SearchFeed({
    isEnabled: () => config.otel.search.enabled,
    read: (request) => query.run('readSearchQueue', request),
    write: (batch) => queue.commands.index(batch),
    warn: (message) => log.warn(message),
  });
  const settings = new RunningSettings(config, options.origin, () => {
    queue.applySettings();
    query.applySettings();
    retention.settingsChanged();
    search.wake();
  });
  const requests = new RequestLog(() => health.addresses);
  const consume = queue.consume.bind(queue);
  const uploads = new Uploads({
    dataDirectory,
    consume,
    maxBytes: config.otel.ingestion.max_body_bytes,
    onFailure: (message) => log.error(message),
  });
  const receiver = {
    requests,
    consume: tap.guard(consume),
    refusalOf: (bytes: number) => queue.refusalOf(bytes),
    maxBodyBytes: config.otel.ingestion.max_body_bytes,
  };

  let tokens: RunTokens | null = null;

  async function startParts(): Promise<Addresses> {
    refuseOpenDoor(config, options.allowUnauthenticated === true);
    await begin(
      () => queue.start(),
      () => queue.stop(),
    );
    await begin(
      () => query.start(),
      () => query.stop(),
    );
    await begin(
      async () => retention.start(),
      async () => retention.stop(),
    );
    await begin(
      async () => search.start(),
      async () => search.stop(),
    );
    await begin(
      () => uploads.start(),
      () => uploads.stop(),
    );
    const rules = (tokens = tokenRules(config));
    const http = await startMain(rules);
    const otlp = await optional('standard_http', config.otel.http.enabled, () => startStandardHttp(rules));
    const grpc = await optional('grpc', config.otel.grpc.enabled, () => startGrpc(rules));
    health.watch(
      (report) => hub.traces.publishHealth(report),
      (error) => log.error(`the change of health could not be told: ${String(error)}`),
    );
    const leave = announceInstance(dataDirectory, http);
    stops.unshift(async () => leave());
    tellDue();
    return { http, otlp, grpc, data_dir: dataDirectory };
  }

  function tellDue(): void {
    const { dueSpans } = queue;
    if (dueSpans > 0)
      log.info(
        `${dueSpans} spans were read by an older version of Tracedeck: "tracedeck reindex" brings what is shown of them up to this one`,
      );
  }

  async function begin<T>(
    start: () => Promise<T>,
    stop: () => Promise<void>,
    list: (() => Promise<void>)[] = stops,
  ): Promise<T> {
    // Registered first: a start that fails half-way is stopped as well.
    list.unshift(stop);
    return start();
  }

  async function startMain(rules: RunTokens): Promise<string> {
    const app = httpServer('http', rules);
    registerApi(app, config, {
      query,
      commands: queue.commands,
      hub,
      health: () => health.report(),
      settings,
      ingestRequests: () => requests.list(),
      receiving: tap,
      importFile: async (projectId, file, signal) => uploads.store(checkProjectId(projectId), file, signal),
      userInterface: options.userInterface ?? builtRenderer(),
      stop: stopping.signal,
    });
    registerOtlpHttp(app, { ...receiver, port: 'http' });
    try {
      return health.listening(
        'http',
        await begin(
          () => listen(app, config.server.host, config.server.port),
          () => close(app),
          receiverStops,
        ),
      );
    } catch (cause) {
      if (!isPortTaken(cause)) throw cause;
      throw new PortTakenError(`port ${config.server.port} is taken: choose another with --port`, { cause });
    }
  }

  function httpServer(port: 'http' | 'standard_http', rules: RunTokens): FastifyInstance {
    return createServer(config, rules, log, (start) => recordUnreadable(start, port, requests), patience);
  }

  function startStandardHttp(rules: RunTokens): Promise<string> {
    const app = httpServer('standard_http', rules);
    registerOtlpHttp(app, { ...receiver, port: 'standard_http' });
    return begin(
      () => listen(app, config.server.host, config.otel.http.port),
      () => close(app),
      receiverStops,
    );
  }

  async function startGrpc(rules: RunTokens): Promise<string> {
    const server = new GrpcReceiver({
      ...receiver,
      patience,
      admit: (caller) => {
        checkGrpcAccess(caller, config.server);
        if (rules.exporters) rules.check(caller.authorization);
      },
      onFailure: (error) => logFault(`gRPC can't be spoken: ${String(error)}`),
    });
    const { host } = config.server;
    const port = await begin(
      () => server.start(host, config.otel.grpc.port),
      () => server.stop(),
      receiverStops,
    );
    return `${hostInUrl(host)}:${port}`;
  }

  /** Starts a receiver that the collector can do without: a taken port is a warning, not a failed start. */
  async function optional(
    name: 'standard_http' | 'grpc',
    enabled: boolean,
    start: () => Promise<string>,
  ): Promise<string | null> {
    if (!enabled) return null;
    try {
      return health.listening(name, await start());
    } catch (error) {
      const port = name === 'grpc' ? config.otel.grpc.port : config.otel.http.port;
      const flag = name === 'grpc' ? '--grpc-port' : '--otlp-port';
      const why = isPortTaken(error) ? 'is taken' : `can't be used (${String(error)})`;
      const message = `port ${port} ${why}: nothing is received there, choose another with ${flag}`;
      health.failed(name, message);
      log.warn(message);
      return null;
    }
  }

  async function stopParts(): Promise<void> {
    stopping.abort();
    hub.traces.stop();
    // Receivers first, so that nothing comes after what they wait for is written; together, so that clients which never
    // finish are waited for once and not at each of them. Then in the reverse order of the start.
    await Promise.all(receiverStops.splice(0).map((stopReceiver) => stopReceiver()));
    for (const stopPart of stops.splice(0)) await stopPart();
  }

  /** Whoever asks again waits for the same end. */
  const stop = (): Promise<void> => (stopped ??= stopParts());

  return {
    start: async () => {
      try {
        return await startParts();
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    issueToken: () => tokens?.issue() ?? null,
  };
}
