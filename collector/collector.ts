import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { refuseOpenDoor } from './auth/open-door.ts';
import { TokenCommands } from './auth/token-commands.ts';
import { createTokenRules } from './auth/token-rules.ts';
import type { Config, ConfigOrigin } from './config.ts';
import { repairFolder } from './database-file.ts';
import { HealthReport } from './health.ts';
import { Uploads } from './files/uploads.ts';
import { IngestQueue } from './ingest/queue/queue.ts';
import { RetentionTimer } from './ingest/retention-timer.ts';
import { SearchFeed } from './ingest/search-feed.ts';
import { announceInstance } from './instance.ts';
import { PortTakenError } from './listening.ts';
import { LiveHub } from './live/hub.ts';
import type { Log } from './log.ts';
import { onceAMinute } from './once-a-minute.ts';
import { Parts } from './parts.ts';
import { PATIENCE, type Patience } from './patience.ts';
import type { PortAddresses } from './ports.ts';
import { publishDeleted, publishStored } from './publishing.ts';
import { QueryPool } from './query/pool.ts';
import { checkProjectId } from './receivers/receiver.ts';
import { RequestLog } from './receivers/request-log.ts';
import { Tap } from './receivers/tap.ts';
import { RunningSettings } from './settings.ts';
import type { EarlyThreads } from './threads.ts';

export { PortTakenError };

/** The start of a collector that was stopped meanwhile. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  override readonly message = 'the collector was stopped while it started';
}

/** Where a started collector listens, and where its data lies. */
export interface Addresses extends PortAddresses {
  readonly data_dir: string;
}

export interface Collector {
  /**
   * Opens the database and listens. Rejects with one clear line, a StoppedError where it is stopped meanwhile; whatever had
   * started is then stopped again.
   */
  start(): Promise<Addresses>;
  /** Finishes what was accepted and closes the database, within 5 s. May be called twice. */
  stop(): Promise<void>;
  /** The parts that a stop waits for at this moment, in words. */
  readonly unfinished: string;
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
  /** False for that of a command, which ends with it: other commands wait for the end. */
  readonly lasts?: boolean;
  /** Listen beyond this machine although nobody is asked for a token. */
  readonly allowUnauthenticated?: boolean;
  /** Threads that have been started already. */
  readonly threads?: EarlyThreads | null;
  /** How long clients may take. */
  readonly patience?: Patience;
}

const builtRenderer = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../dist/renderer' : '../renderer', import.meta.url),
  );

/** Puts the collector together. Everything that lives long is made here and nowhere else. */
export function createCollector(config: Config, options: CollectorOptions): Collector {
  const { log, patience = PATIENCE, threads } = options;
  const logFault = onceAMinute((message) => log.error(message));
  const stopping = new AbortController();
  const parts = new Parts();
  let starting: Promise<Addresses> | undefined;
  let stopped: Promise<void> | undefined;
  const hub = new LiveHub();
  const dataDirectory = config.storage.data_dir;
  const queue = new IngestQueue({
    thread: threads?.ingest,
    dataDirectory,
    synchronous: config.storage.synchronous,
    settings: {
      pricing: config.pricing,
      attributes: config.otel.attributes,
      redaction: config.redaction,
    },
    limits: config.otel.ingestion,
    onCommitted: () => health.wrote(),
    onStored: (spans) => {
      publishStored(hub, spans);
      search.wake();
    },
    onDeleted: (deleted) => publishDeleted(hub, deleted),
    onChanged: (projectId) => hub.publishResync(projectId),
    onReindexed: () => search.wake(),
    onUnreadable: (spans, failure) => search.countUnreadable(spans, failure),
    onFailure: (message, fault) => {
      health.writingFailed(fault ?? 'failing');
      logFault(message);
    },
  });
  const query = new QueryPool(
    { thread: threads?.reader, dataDirectory, pricing: config.pricing },
    (message, fault) => {
      if (fault !== null) health.readingFailed(fault);
      logFault(message);
    },
  );
  const tap = new Tap();
  const health = new HealthReport(config, queue, query, tap);
  const retention = new RetentionTimer(config.otel.retention, queue.commands, options.now ?? Date.now);
  const search = new SearchFeed({
    isEnabled: () => config.otel.search.enabled,
    read: (request, isMuch) =>
      isMuch ? query.runInBackground('readSearchQueue', request) : query.run('readSearchQueue', request),
    write: (batch) => queue.commands.index(batch),
    warn: (message) => log.warn(message),
  });
  const settings = new RunningSettings(config, options.origin, () => {
    queue.applySettings();
    query.applySettings();
    retention.settingsChanged();
    search.wake();
  });
  const tokenRules = createTokenRules(config);
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
    openRoom: (announced: number) => queue.openRoom(announced),
    maxBodyBytes: config.otel.ingestion.max_body_bytes,
  };

  async function startParts(): Promise<Addresses> {
    unlessStopped();
    refuseOpenDoor(config, options.allowUnauthenticated === true);
    // Side by side: the threads load what they run while this one loads the servers.
    const database = parts.begin(
      'the thread that writes the database',
      () => queue.start(),
      () => queue.stop(),
    );
    const readers = parts.begin(
      'the threads that read the database',
      () => query.start(database),
      () => query.stop(),
    );
    const [open] = await Promise.all([preparePorts(), database, readers]);
    tokenRules.open();
    await parts.begin(
      'retention',
      async () => retention.start(),
      async () => retention.stop(),
    );
    await parts.begin(
      'search',
      async () => search.start(),
      async () => search.stop(),
    );
    await parts.begin(
      'imports of files',
      () => uploads.start(),
      () => uploads.stop(),
    );
    await removeUnfinishedRepair();
    unlessStopped();
    const addresses = await open();
    unlessStopped();
    health.watch(
      (report) => hub.traces.publishHealth(report),
      (error) => log.error(`the change of health could not be told: ${String(error)}`),
    );
    const instance = { url: addresses.http, lasts: options.lasts ?? true };
    const leave = announceInstance(dataDirectory, instance, (why) => log.warn(why));
    parts.add('running.json', async () => leave());
    tellDue();
    return { ...addresses, data_dir: dataDirectory };
  }

  /** Of one that was interrupted; none runs now, since that needs the data directory for itself. */
  async function removeUnfinishedRepair(): Promise<void> {
    const folder = repairFolder(dataDirectory);
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn(`delete ${folder}, the copy of an unfinished repair: it can't be removed (${String(error)})`),
    );
  }

  function unlessStopped(): void {
    if (stopping.signal.aborted) throw new StoppedError();
  }

  /** The servers with all their routes, and how they are made to listen. */
  async function preparePorts(): Promise<() => Promise<PortAddresses>> {
    const { preparePorts: prepare } = await import('./ports.ts');
    return prepare({
      config,
      tokenRules,
      log,
      logFault,
      patience,
      health,
      receiver,
      api: {
        query,
        commands: queue.commands,
        hub,
        health: () => health.report(),
        settings,
        ingestRequests: () => requests.list(),
        receiving: tap,
        tokens: new TokenCommands(dataDirectory),
        importFile: async (projectId, file, signal) => uploads.store(checkProjectId(projectId), file, signal),
        userInterface: options.userInterface ?? builtRenderer(),
        stop: stopping.signal,
      },
      begin: (name, start, stop) => parts.beginReceiver(name, start, stop),
    });
  }

  function tellDue(): void {
    const { dueSpans } = queue;
    if (dueSpans > 0)
      log.info(
        `${dueSpans} spans were read by an older version of Tracedeck: "tracedeck reindex" brings what is shown of them up to this one`,
      );
  }

  async function stopParts(): Promise<void> {
    stopping.abort();
    // Else it would begin what nobody stops any more.
    if (starting) await parts.waitFor('the start', starting).catch(() => {});
    hub.traces.stop();
    await parts.end();
  }

  /** Whoever asks again waits for the same end. */
  const stop = (): Promise<void> => (stopped ??= stopParts());

  return {
    start: async () => {
      try {
        return await (starting = startParts());
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    get unfinished() {
      return parts.unfinished;
    },
    issueToken: () => tokenRules.issue(),
  };
}
