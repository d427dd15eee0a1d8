import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCollector, type CollectorOptions } from '../collector.ts';
import { defaultConfig, type Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import { silentLog } from './silent-log.ts';

export interface RunningCollector {
  /** `http://127.0.0.1:…`: REST, streams, OTLP/HTTP, user interface. */
  readonly url: string;
  readonly otlpUrl: string;
  /** `127.0.0.1:…` */
  readonly grpcAddress: string;
  readonly dataDir: string;
  /** A token that counts until the stop; null where authentication is off. */
  readonly token: string | null;
  /** Stops it; a directory that it made goes too. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Kept after the stop, so that it can be opened again. */
  readonly dataDir?: string;
  readonly log?: Log;
  /** The clock of retention. */
  readonly now?: () => number;
  readonly options?: Partial<CollectorOptions>;
  /** Changes the settings before the start. */
  readonly configure?: (config: Config) => void;
}

/** A whole collector on free ports with a data directory of its own, for tests. */
export async function startCollector(options: StartOptions = {}): Promise<RunningCollector> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'tracedeck-test-'));
  const config = defaultConfig({});
  config.server.port = config.otel.http.port = config.otel.grpc.port = 0;
  config.storage.data_dir = dataDir;
  options.configure?.(config);
  const collector = createCollector(config, {
    log: options.log ?? silentLog,
    ...(options.now ? { now: options.now } : {}),
    ...options.options,
  });
  const { http, otlp, grpc } = await collector.start();
  return {
    url: http,
    otlpUrl: otlp ?? '',
    grpcAddress: grpc ?? '',
    dataDir,
    token: collector.issueToken(),
    stop: async () => {
      await collector.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
