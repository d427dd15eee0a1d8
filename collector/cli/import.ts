import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { newTokenId, TokenRegistry } from '../auth/registry.ts';
import { createToken } from '../auth/tokens.ts';
import { createCollector } from '../collector.ts';
import type { Config } from '../config.ts';
import { importFiles, type ImportResult } from '../files/import-files.ts';
import { senderTo, type Target } from '../files/send-records.ts';
import { findInstance } from '../instance.ts';
import {
  CommandError,
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';
import { progressBar } from './progress.ts';

interface ImportFlags extends SettingFlags {
  readonly project: string;
}

const HOUR_MS = 3_600_000;

/** `tracedeck import`: through the collector that runs on the data directory, or one of its own. */
export function addImport(program: Command, commandLine: CommandLine): void {
  program
    .command('import')
    .description(
      'store what files hold: OTLP JSON, JSON lines, protobuf, packed or not, and exports of Tracedeck',
    )
    .argument('<files...>', 'files to read')
    .option('--project <id>', 'the project that it goes to', 'default')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((files: string[], flags: ImportFlags) => runImport(files, flags, commandLine));
}

async function runImport(
  files: readonly string[],
  flags: ImportFlags,
  commandLine: CommandLine,
): Promise<void> {
  const { config } = settingsOf(flags);
  const running = await findInstance(config.storage.data_dir);
  const { requests, items, bad } =
    running === null
      ? await withOwnCollector(config, commandLine, (target) =>
          send(files, flags, target, config, commandLine),
        )
      : await withToken(config, (token) => send(files, flags, { url: running, token }, config, commandLine));
  if (requests === 0) throw new CommandError('nothing was imported');
  const passedOver = bad === 0 ? '' : `; ${bad} passed over or refused in part`;
  commandLine.print(
    `imported ${items} spans, log records and data points into ${flags.project}${passedOver}\n`,
  );
}

async function send(
  files: readonly string[],
  { project }: ImportFlags,
  target: Omit<Target, 'projectId'>,
  config: Config,
  { log }: CommandLine,
): Promise<ImportResult> {
  const bar = progressBar(
    'importing',
    files.reduce((sum, file) => sum + sizeOf(file), 0),
  );
  try {
    return await importFiles(files, {
      send: senderTo({ ...target, projectId: project }),
      maxBytes: config.otel.ingestion.max_body_bytes,
      onRead: (bytes) => bar.add(bytes),
      onBad: (file, { at, reason }) => {
        bar.clear();
        log.warn(`${file}: ${at} ${reason}`);
      },
    });
  } finally {
    bar.clear();
  }
}

/** For the bar only: what can't be read says so when it is opened. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

async function withOwnCollector<T>(
  config: Config,
  { log }: CommandLine,
  run: (target: Omit<Target, 'projectId'>) => Promise<T>,
): Promise<T> {
  const off = { enabled: false, port: 0 };
  const collector = createCollector(
    {
      ...config,
      server: { ...config.server, host: '127.0.0.1', port: 0 },
      otel: { ...config.otel, http: off, grpc: off },
    },
    { log },
  );
  try {
    const { http } = await collector.start();
    return await run({ url: http, token: collector.issueToken() });
  } finally {
    await collector.stop();
  }
}

async function withToken<T>(config: Config, run: (token: string | null) => Promise<T>): Promise<T> {
  const isAsked = config.otel.auth.required ?? config.auth.enabled;
  if (!isAsked) return run(null);
  const name = `tracedeck import ${newTokenId()}`;
  try {
    return await run(createToken(config.storage.data_dir, { name, ttlMs: HOUR_MS }));
  } finally {
    new TokenRegistry(config.storage.data_dir).revoke(name);
  }
}
