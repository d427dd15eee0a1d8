import { newTokenId, TokenRegistry } from '../auth/registry.ts';
import { createToken } from '../auth/tokens.ts';
import { createCollector } from '../collector.ts';
import type { Config } from '../config.ts';
import { findInstance } from '../instance.ts';
import type { CommandLine } from './command-line.ts';

/** A collector to talk to. */
export interface Reached {
  readonly url: string;
  readonly token: string | null;
}

export interface ReachOptions {
  readonly config: Config;
  readonly commandLine: CommandLine;
  /** What the token of the run is called in the list of tokens. */
  readonly name: string;
}

const HOUR_MS = 3_600_000;

/** Runs `work` with the collector that runs on the data directory, or one of its own for that long. */
export async function withCollector<T>(
  options: ReachOptions,
  work: (collector: Reached) => Promise<T>,
): Promise<T> {
  const running = await findInstance(options.config.storage.data_dir);
  if (running === null) return withOwn(options, work);
  return withToken(running, options, work);
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
    // What it would say to whoever starts it concerns nobody here.
    { log: { ...log, info: () => {} } },
  );
  try {
    const { http } = await collector.start();
    return await work({ url: http, token: collector.issueToken() });
  } finally {
    await collector.stop();
  }
}

/** Whether it asks for one, the collector's flags may have said: the settings of this command can't tell. */
async function withToken<T>(
  url: string,
  { config, name }: ReachOptions,
  work: (collector: Reached) => Promise<T>,
): Promise<T> {
  const dataDirectory = config.storage.data_dir;
  const own = `${name} ${newTokenId()}`;
  try {
    return await work({ url, token: createToken(dataDirectory, { name: own, ttlMs: HOUR_MS }) });
  } finally {
    new TokenRegistry(dataDirectory).revoke(own);
  }
}
