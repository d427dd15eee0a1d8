import { createTokenRules } from './auth/token-rules.ts';
import type { Config } from './config/config.ts';
import { Uploads } from './files/uploads.ts';
import { HealthReport } from './health.ts';
import { IngestQueue } from './ingest/queue/queue.ts';
import { RetentionTimer } from './ingest/retention-timer.ts';
import { SearchFeed } from './ingest/search-feed.ts';
import { LiveHub } from './live/hub.ts';
import type { Log } from './lib/log.ts';
import { McpThread } from './mcp/mcp-thread.ts';
import { onceAMinute } from './once-a-minute.ts';
import { publishDeleted, publishStored } from './publishing.ts';
import { QueryPool } from './query/pool.ts';
import { RequestLog } from './receivers/request-log.ts';
import { ReceivingGate } from './receivers/receiving-gate.ts';
import { RunningSettings, type StartedFrom } from './config/settings.ts';
import type { StorageFault } from './store/faults.ts';
import type { EarlyThreads } from './threads.ts';

export interface PartsOptions extends StartedFrom {
  readonly log: Log;
  /** The clock that retention by days goes by, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Threads that have been started already. */
  readonly threads?: EarlyThreads | null;
}

export type Parts = ReturnType<typeof makeParts>;

/** Everything that lives long but for the servers, made here and nowhere else. Nothing of it has begun. */
export function makeParts(config: Config, options: PartsOptions) {
  const { log, now = Date.now, threads } = options;
  const logFault = onceAMinute((message) => log.error(message));
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
    onStored: (runs) => {
      publishStored(hub, runs);
      search.wake();
    },
    onDeleted: (deleted) => publishDeleted(hub, deleted),
    onChanged: (projectId) => hub.publishResync(projectId),
    onReindexed: ({ unreadable, why }) => {
      search.wake();
      if (why !== null)
        log.warn(
          `${unreadable} spans could not be read anew and stay as they were, the first because of: ${why}`,
        );
    },
    onUnreadable: (spans, failure) => search.countUnreadable(spans, failure),
    onFailure: (message, fault) => {
      health.writingFailed(fault ?? 'failing');
      logFault(message);
    },
  });
  const readingFailed = (message: string, fault: StorageFault | null): void => {
    if (fault !== null) health.readingFailed(fault);
    logFault(message);
  };
  const reading = { dataDirectory, pricing: config.pricing };
  const query = new QueryPool({ ...reading, thread: threads?.reader }, readingFailed);
  const mcp = new McpThread(reading, readingFailed);
  const gate = new ReceivingGate();
  const health = new HealthReport(config, queue, query, gate);
  const retention = new RetentionTimer(config.otel.retention, queue.commands, {
    now,
    log,
  });
  const search = new SearchFeed({
    isEnabled: () => config.otel.search.enabled,
    read: (request, isMuch) =>
      isMuch ? query.runInBackground('readSearchQueue', request) : query.run('readSearchQueue', request),
    write: (batch) => queue.commands.index(batch),
    warn: (message) => log.warn(message),
  });
  const settings = new RunningSettings(config, options, () => {
    queue.applySettings();
    query.applySettings();
    mcp.applySettings();
    retention.settingsChanged();
    search.wake();
  });
  const consume = queue.consume.bind(queue);
  const uploads = new Uploads({
    dataDirectory,
    consume,
    maxBytes: config.otel.ingestion.max_body_bytes,
    onFailure: (message) => log.error(message),
  });
  const receiver = {
    requests: new RequestLog(() => health.addresses),
    consume: gate.guard(consume),
    openRoom: (announced: number) => queue.openRoom(announced),
    maxBodyBytes: config.otel.ingestion.max_body_bytes,
  };
  const tokenRules = createTokenRules(config);
  return {
    hub,
    queue,
    query,
    mcp,
    gate,
    health,
    retention,
    search,
    settings,
    uploads,
    receiver,
    tokenRules,
    logFault,
  };
}
