import { fileURLToPath } from 'node:url';
import { refuseOpenDoor } from './auth/open-door.ts';
import { TokenCommands } from './auth/token-commands.ts';
import type { Config } from './config/config.ts';
import { removeUnfinishedRepair } from './doctor/repair-folder.ts';
import { announceInstance, findInstance } from './instance.ts';
import { DirectoryInUseError } from './lib/directory-errors.ts';
import { Lifecycle, StoppedError } from './lifecycle.ts';
import { PortTakenError } from './listening.ts';
import { makeParts, type Parts, type PartsOptions } from './parts.ts';
import { PATIENCE, type Patience } from './lib/patience.ts';
import type { PortAddresses } from './ports.ts';
import { checkProjectId } from './receivers/receiver.ts';
import { watchFiles } from './runtime/files-left.ts';
import type { Looks } from './runtime/looks.ts';
import { refuseFewFiles } from './runtime/most-connections.ts';

export { PortTakenError, StoppedError };

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

export interface CollectorOptions extends PartsOptions {
  /** The built renderer; the default lies beside the built collector. */
  readonly userInterface?: string;
  /** False for that of a command, which ends with it: other commands wait for the end. */
  readonly lasts?: boolean;
  /** Listen beyond this machine although nobody is asked for a token. */
  readonly allowUnauthenticated?: boolean;
  /** How long clients may take. */
  readonly patience?: Patience;
}

const builtRenderer = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../dist/renderer' : '../renderer', import.meta.url),
  );

/** What a start needs. */
interface Making {
  readonly config: Config;
  readonly options: CollectorOptions;
  readonly parts: Parts;
  readonly lifecycle: Lifecycle;
}

/** Puts the collector together. */
export function createCollector(config: Config, options: CollectorOptions): Collector {
  const lifecycle = new Lifecycle();
  const parts = makeParts(config, options);
  return {
    start: () => lifecycle.start(() => startParts({ config, options, parts, lifecycle })),
    stop: () => lifecycle.stop(),
    get unfinished() {
      return lifecycle.unfinished;
    },
    issueToken: () => parts.tokenRules.issue(),
  };
}

async function startParts(making: Making): Promise<Addresses> {
  const { config, options, parts, lifecycle } = making;
  const { log, lasts = true, allowUnauthenticated = false } = options;
  const { queue, query, mcp, retention, search, uploads, hub } = parts;
  const dataDirectory = config.storage.data_dir;
  refuseFewFiles();
  refuseOpenDoor(config, allowUnauthenticated);
  const files = watchFiles((shortage) => {
    parts.health.turnAllAway(shortage);
    if (shortage !== null) parts.logFault(shortage);
  });
  // At the same time: the threads load their code while this one loads the servers.
  const database = lifecycle.begin('the thread that writes the database', queue);
  const readers = lifecycle.begin('the threads that read the database', {
    start: () => query.start(database),
    stop: () => query.stop(),
  });
  const [open] = await Promise.all([preparePorts(making, files), database, readers]);
  // Somebody may have deleted the lock's file while another collector holds it.
  if ((await findInstance(dataDirectory)) !== null) throw new DirectoryInUseError(dataDirectory);
  await lifecycle.begin('the thread that answers coding assistants', {
    start: () => {},
    stop: () => mcp.stop(),
  });
  parts.tokenRules.open();
  await lifecycle.begin('the feed of traces', { start: () => {}, stop: () => hub.traces.stop() });
  await lifecycle.begin('retention', retention);
  await lifecycle.begin('search', search);
  await lifecycle.begin('imports of files', uploads);
  await removeUnfinishedRepair(dataDirectory, log);
  await lifecycle.begin('the watch over open files', files);
  const addresses = await open();
  parts.health.watch(
    (report) => hub.traces.publishHealth(report),
    (error) => log.error(`the change of health could not be told: ${String(error)}`),
  );
  const instance = { url: addresses.http, lasts };
  let leave = (): void => {};
  await lifecycle.begin('running.json', {
    start: () => void (leave = announceInstance(dataDirectory, instance, (why) => log.warn(why))),
    stop: () => leave(),
  });
  tellDue(making);
  return { ...addresses, data_dir: dataDirectory };
}

/** The servers with all their routes, and how they are made to listen. */
async function preparePorts(
  { config, options, parts, lifecycle }: Making,
  files: Looks,
): Promise<() => Promise<PortAddresses>> {
  const { preparePorts: prepare } = await import('./ports.ts');
  const { queue, query, mcp, hub, health, settings, receiver, gate, uploads, tokenRules, logFault } = parts;
  return prepare({
    config,
    tokenRules,
    log: options.log,
    logFault,
    patience: options.patience ?? PATIENCE,
    health,
    receiver,
    api: {
      query,
      commands: queue.commands,
      hub,
      health: () => health.report(),
      settings,
      ingestRequests: () => receiver.requests.list(),
      receiving: gate,
      tokens: new TokenCommands(config.storage.data_dir),
      answerMcp: (request) => mcp.answer(request),
      importFile: async (projectId, file, signal) => uploads.store(checkProjectId(projectId), file, signal),
      userInterface: options.userInterface ?? builtRenderer(),
      stop: lifecycle.stopping,
    },
    begin: (name, part) => lifecycle.beginReceiver(name, part),
    onConnection: () => files.lookSoon(),
  });
}

function tellDue({ options: { log }, parts }: Making): void {
  const { dueSpans } = parts.queue;
  if (dueSpans > 0)
    log.info(
      `${dueSpans} spans were read by an older version of Tracedeck: "tracedeck reindex" brings what is shown of them up to this one`,
    );
}
