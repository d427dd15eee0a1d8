import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../config/config.ts';
import { isProjectId, PROJECT_ID_RULE } from '../contract/project-id.ts';
import { cameToNothing } from '../files/came-to-nothing.ts';
import { importFile } from '../files/import-file.ts';
import { FileError } from '../files/read-file.ts';
import { senderTo } from '../files/send-records.ts';
import { fileSize } from '../lib/file-size.ts';
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

/** Bad records that are told one by one: a file of another kind may have thousands, which all say the same. */
const MAX_TOLD = 20;

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

/** Of all files together. */
interface Imported {
  readonly items: number;
  /** Records that were passed over, or of which a part was refused. */
  readonly bad: number;
  /** Files that can't be read, or that nothing was taken of. */
  readonly failed: number;
}

async function runImport(
  files: readonly string[],
  flags: ImportFlags,
  commandLine: CommandLine,
): Promise<void> {
  const { config } = settingsOf(flags);
  const interrupted = interruption(commandLine, 'stopped: what was sent by then is stored');
  const { items, bad, failed } = await withCollector(
    { config, commandLine, name: 'tracedeck import', interrupted },
    (collector) => Promise.race([send(files, flags, collector, config, commandLine), interrupted]),
  );
  if (items === 0 && failed === files.length) throw new CommandError('nothing was imported');
  const passedOver = bad === 0 ? '' : `; ${bad} passed over or refused in part`;
  commandLine.print(
    `imported ${items} spans, log records and data points into ${flags.project}${passedOver}\n`,
  );
  if (failed > 0) throw new CommandError(`${failed} of ${files.length} files could not be imported`);
}

/** One file after another: what is wrong with one is told, and the others are taken all the same. */
async function send(
  files: readonly string[],
  { project }: ImportFlags,
  collector: Reached,
  config: Config,
  { log }: CommandLine,
): Promise<Imported> {
  const sum = { items: 0, bad: 0, failed: 0 };
  const bar = progressBar(
    'importing',
    // What can't be read says so when it is opened.
    files.reduce((bytes, file) => bytes + fileSize(file), 0),
  );
  const tell = (how: 'warn' | 'error', message: string): void => {
    bar.clear();
    log[how](message);
  };
  try {
    for (const file of files) {
      let left = MAX_TOLD;
      try {
        const result = await importFile(file, {
          send: senderTo({ ...collector, projectId: project }),
          maxBytes: config.otel.ingestion.max_body_bytes,
          onRead: (bytes) => bar.add(bytes),
          onBad: ({ at, reason }) => {
            if (left-- > 0) tell('warn', `${file}: ${at} ${reason}`);
          },
        });
        if (left < 0) tell('warn', `${file}: there are ${-left} more of these`);
        sum.items += result.items;
        sum.bad += result.bad;
        if (!cameToNothing(result)) continue;
        sum.failed++;
        tell('error', `${file} holds nothing that could be imported`);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        sum.failed++;
        tell('error', error.message);
      }
    }
    return sum;
  } finally {
    bar.clear();
  }
}
