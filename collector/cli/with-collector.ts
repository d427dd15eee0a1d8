import { setTimeout as wait } from 'node:timers/promises';
import { createCollector } from '../collector.ts';
import type { Config } from '../config/config.ts';
import { DirectoryInUseError } from '../lib/directory-errors.ts';
import { lookForInstance } from '../instance.ts';
import { lockDirectory } from '../store/file/directory-lock.ts';
import { CommandError, type CommandLine } from './command-line.ts';
import { RenewedToken } from './renewed-token.ts';

/** A collector to talk to. */
export interface Reached {
  readonly url: string;
  /** Ask before each request: a token that would soon expire is replaced, since a pipe may go on for ever. */
  readonly token: () => string | null;
}

export interface ReachOptions {
  readonly config: Config;
  readonly commandLine: CommandLine;
  /** The name of the command's token in the list of tokens. */
  readonly name: string;
  /** Rejects when the command is interrupted, which ends all waiting. */
  readonly interrupted: Promise<never>;
}

const LOOK_AGAIN_MS = 250;
/** After that a process which holds the directory without an address is taken to be no command that will end soon. */
const PATIENCE_MS = 60_000;
/** The error codes of a connection whose other end has gone. */
const LOST: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE']);

/**
 * Runs `work` with the collector that runs on the data directory, or one of its own for that long. Waits for the end of a
 * collector that another command has started for itself, since it may end at any moment.
 */
export async function withCollector<T>(
  options: ReachOptions,
  work: (collector: Reached) => Promise<T>,
): Promise<T> {
  const { config, commandLine, interrupted } = options;
  const dataDirectory = config.storage.data_dir;
  let seenAt = performance.now();
  for (let isTold = false; ; isTold = true) {
    const running = await lookForInstance(dataDirectory);
    if (running?.lasts) return withToken(running.url, options, work);
    if (running) seenAt = performance.now();
    else
      try {
        // Tried first, since a collector that is started only to be refused costs each of many waiting commands too much.
        lockDirectory(dataDirectory, 0).close();
        return await withOwn(options, work);
      } catch (error) {
        if (!(error instanceof DirectoryInUseError) || performance.now() - seenAt >= PATIENCE_MS) throw error;
      }
    if (!isTold)
      commandLine.log.info(
        `waiting until no other command of Tracedeck uses the data directory ${dataDirectory}`,
      );
    await Promise.race([wait(LOOK_AGAIN_MS), interrupted]);
  }
}

async function withOwn<T>(
  { config, commandLine: { log } }: ReachOptions,
  work: (collector: Reached) => Promise<T>,
): Promise<T> {
  const off = { enabled: false, port: 0 };
  const collector = createCollector(
    {
      ...config,
      server: { ...config.server, host: '127.0.0.1', port: 0 },
      otel: { ...config.otel, http: off, grpc: off },
    },
    // Its announcements are for people who start a collector.
    { log: { ...log, info: () => {} }, lasts: false },
  );
  try {
    const { http } = await collector.start();
    const token = collector.issueToken();
    return await work({ url: http, token: () => token });
  } finally {
    await collector.stop();
  }
}

/** Always with a token: the collector's flags may have switched authentication on, which this command can't see. */
async function withToken<T>(
  url: string,
  { config, name }: ReachOptions,
  work: (collector: Reached) => Promise<T>,
): Promise<T> {
  const dataDirectory = config.storage.data_dir;
  const tokens = new RenewedToken(dataDirectory, name);
  try {
    // Made at once, so that nothing begins where none can be made.
    tokens.current();
    return await work({ url, token: () => tokens.current() });
  } catch (error) {
    if (!LOST.has((error as NodeJS.ErrnoException).code)) throw error;
    throw new CommandError(
      `the collector at ${url} went away: what was done by then is stored, run it again`,
      {
        cause: error,
      },
    );
  } finally {
    tokens.revoke();
  }
}
