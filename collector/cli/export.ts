import { randomBytes } from 'node:crypto';
import { chmodSync, createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
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
import { withoutControls } from '../lib/log.ts';
import {
  CommandError,
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';

interface ExportFlags extends SettingFlags {
  readonly project: string;
  readonly format: ExportFormat;
  readonly trace?: readonly string[];
  readonly session?: readonly string[];
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
    .option('--trace <id>', 'only this trace; may be given more than once', another)
    .addOption(
      new Option('--session <id>', 'only this session; may be given more than once')
        .argParser(another)
        .conflicts('trace'),
    )
    .option(
      '--from <time>',
      'only what began then or later: ISO 8601, UTC where it names no zone',
      time(parseFrom),
    )
    .option('--to <time>', 'only what began then or earlier: ISO 8601, a day to its end', time(parseTo))
    .addOption(
      new Option('--format <format>', 'otlp-jsonl can be imported again')
        .choices(EXPORT_FORMATS)
        .default('otlp-jsonl'),
    )
    .option(
      '-o, --output <file>',
      'where to write it, packed where the name ends in .gz or .zst; - is standard output (-)',
    )
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((flags: ExportFlags) => runExport(flags, commandLine));
}

const another = (id: string, others: readonly string[] = []): readonly string[] => [...others, id];

const time =
  (parse: typeof parseFrom) =>
  (text: string): bigint => {
    const nanos = parse(text);
    if (nanos !== undefined) return nanos;
    throw new InvalidArgumentError('a time is ISO 8601, for example 2026-11-21T09:30Z.');
  };

async function runExport(flags: ExportFlags, commandLine: CommandLine): Promise<void> {
  const { project, format, trace, session, from, to } = flags;
  let [leftOut, damaged] = [0, 0];
  const text = Readable.from(
    exportProject({
      dataDirectory: settingsOf(flags).config.storage.data_dir,
      projectId: project,
      format,
      traceIds: trace,
      sessionIds: session,
      from,
      to,
      onLeftOut: (why) => {
        leftOut++;
        commandLine.log.warn(`left out: ${why}`);
      },
      onDamaged: (what) => {
        damaged++;
        commandLine.log.warn(`left out, since it can't be read: ${what}`);
      },
      onNothing: () => {
        const what = format === 'otlp-jsonl' ? 'span, log record or data point' : 'conversation';
        if (leftOut + damaged === 0)
          commandLine.log.warn(`no ${what} is what was asked for: nothing is in the export`);
      },
    }),
  );
  await writeTo(flags.output, text, commandLine);
  if (damaged > 0)
    throw new CommandError(
      'the database is damaged: the export is without what can not be read; "tracedeck doctor --repair" saves the rest',
    );
  if (leftOut > 0) throw new CommandError(`conversations that are too large were left out: ${leftOut}`);
}

async function writeTo(
  output: string | undefined,
  text: Readable,
  { stdout, onInterrupt }: CommandLine,
): Promise<void> {
  if (output === undefined || output === '-')
    return untilReadEnough(
      stdout.isTTY
        ? pipeline(text, forTerminal, stdout, { end: false })
        : pipeline(text, stdout, { end: false }),
    );
  try {
    const found = statSync(output, { throwIfNoEntry: false });
    // A pipe or a device can't be replaced.
    if (found?.isFile() === false)
      await untilReadEnough(pipeline(text, packing(output), createWriteStream(output)));
    // What a link leads to is replaced, not the link.
    else await writeWhole(text, packing(output), found ? realpathSync(output) : output, onInterrupt);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Error(`${output} can't be written (${code})`, { cause: error });
  }
}

/** Conversations may hold control sequences, which a terminal would obey; files and other programs get them as they are. */
async function* forTerminal(text: AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const piece of text) yield withoutControls(String(piece));
}

/** Replaces the file only once all is written, and keeps the mode that it had. */
async function writeWhole(
  text: Readable,
  pack: NodeJS.ReadWriteStream,
  file: string,
  onInterrupt: CommandLine['onInterrupt'],
): Promise<void> {
  // Not made from the file's name, which may be as long as names can be.
  const unfinished = path.join(path.dirname(file), `tracedeck-export-${randomBytes(4).toString('hex')}.part`);
  const interruption = new AbortController();
  onInterrupt(() => interruption.abort());
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  try {
    await pipeline(text, pack, createWriteStream(unfinished, { mode }), { signal: interruption.signal });
    // The umask may have taken some of it away.
    if (mode !== undefined) chmodSync(unfinished, mode);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (interruption.signal.aborted) throw new CommandError('stopped: nothing was written');
    throw error;
  }
}

/** A reader that closes the pipe, as `| head` does, has read enough. */
async function untilReadEnough(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function packing(file: string): Writable & NodeJS.ReadWriteStream {
  if (file.endsWith('.gz')) return createGzip();
  if (file.endsWith('.zst')) return createZstdCompress();
  return new PassThrough();
}
