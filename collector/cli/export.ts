import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  EXPORT_FORMATS,
  exportProject,
  parseFrom,
  parseTo,
  type ExportFormat,
} from '../files/export-project.ts';
import {
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';

interface ExportFlags extends SettingFlags {
  readonly project: string;
  readonly format: ExportFormat;
  readonly trace?: string;
  readonly session?: string;
  readonly from?: bigint;
  readonly to?: bigint;
  readonly output?: string;
}

/** `tracedeck export`: reads the database itself, so that it works with or without a running collector. */
export function addExport(program: Command, commandLine: CommandLine): void {
  program
    .command('export')
    .description('write what is stored as OTLP JSON lines, or its conversations as JSON or Markdown')
    .option('--project <id>', 'the project to read', 'default')
    .option('--trace <id>', 'only this trace')
    .addOption(new Option('--session <id>', 'only this session').conflicts('trace'))
    .option('--from <time>', 'only what began then or later: ISO 8601', time(parseFrom))
    .option('--to <time>', 'only what began then or earlier: ISO 8601', time(parseTo))
    .addOption(
      new Option('--format <format>', 'otlp-jsonl can be imported again')
        .choices(EXPORT_FORMATS)
        .default('otlp-jsonl'),
    )
    .option(
      '-o, --output <file>',
      'where to write it, packed where the name ends in .gz or .zst (standard output)',
    )
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((flags: ExportFlags) => runExport(flags, commandLine));
}

const time =
  (parse: typeof parseFrom) =>
  (text: string): bigint => {
    const nanos = parse(text);
    if (nanos !== undefined) return nanos;
    throw new InvalidArgumentError('a time is ISO 8601, for example 2026-11-21T09:30Z.');
  };

async function runExport(flags: ExportFlags, { stdout }: CommandLine): Promise<void> {
  const { project, format, trace, session, from, to, output } = flags;
  const text = Readable.from(
    exportProject({
      dataDirectory: settingsOf(flags).config.storage.data_dir,
      projectId: project,
      format,
      traceId: trace,
      sessionId: session,
      from,
      to,
    }),
  );
  if (output === undefined) return toReader(text, stdout);
  // Under its name the file is whole or not there.
  const unfinished = `${output}.part`;
  try {
    await pipeline(text, packing(output), createWriteStream(unfinished));
    renameSync(unfinished, output);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (syscall === undefined || path === undefined) throw error;
    throw new Error(`${output} can't be written (${code})`, { cause: error });
  }
}

async function toReader(text: Readable, stdout: Writable): Promise<void> {
  try {
    await pipeline(text, stdout, { end: false });
  } catch (error) {
    // `| head` has read enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function packing(file: string): Writable & NodeJS.ReadWriteStream {
  if (file.endsWith('.gz')) return createGzip();
  if (file.endsWith('.zst')) return createZstdCompress();
  return new PassThrough();
}
