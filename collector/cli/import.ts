import { statSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../config/config.ts';
import { isProjectId, PROJECT_ID_RULE } from '../contract/project-id.ts';
import { importFiles, type ImportResult } from '../files/import-files.ts';
import { senderTo } from '../files/send-records.ts';
import {
  CommandError,
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  interruption,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';
import { progressBar } from './progress.ts';
import { withCollector, type Reached } from './with-collector.ts';

interface ImportFlags extends SettingFlags {
  readonly project: string;
}

/** `tracedeck import`: through the collector that runs on the data directory, or one of its own. */
export function addImport(program: Command, commandLine: CommandLine): void {
  program
    .command('import')
    .description(
      'store what files hold: OTLP JSON, JSON lines, protobuf, packed or not, and exports of Tracedeck',
    )
    .argument('<files...>', 'files to read; - is standard input')
    .option('--project <id>', 'the project that it goes to', projectId, 'default')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((files: string[], flags: ImportFlags) => runImport(files, flags, commandLine));
}

function projectId(text: string): string {
  if (isProjectId(text)) return text;
  throw new InvalidArgumentError(`${PROJECT_ID_RULE}.`);
}

async function runImport(
  files: readonly string[],
  flags: ImportFlags,
  commandLine: CommandLine,
): Promise<void> {
  const { config } = settingsOf(flags);
  const interrupted = interruption(commandLine, 'stopped: what was sent by then is stored');
  const { requests, items, bad } = await withCollector(
    { config, commandLine, name: 'tracedeck import', interrupted },
    (collector) => Promise.race([send(files, flags, collector, config, commandLine), interrupted]),
  );
  if (requests === 0) throw new CommandError('nothing was imported');
  const passedOver = bad === 0 ? '' : `; ${bad} passed over or refused in part`;
  commandLine.print(
    `imported ${items} spans, log records and data points into ${flags.project}${passedOver}\n`,
  );
}

async function send(
  files: readonly string[],
  { project }: ImportFlags,
  collector: Reached,
  config: Config,
  { log }: CommandLine,
): Promise<ImportResult> {
  const bar = progressBar(
    'importing',
    files.reduce((sum, file) => sum + sizeOf(file), 0),
  );
  try {
    return await importFiles(files, {
      send: senderTo({ ...collector, projectId: project }),
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
