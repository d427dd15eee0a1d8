import { isatty } from 'node:tty';
import { Command, CommanderError } from 'commander';
import { errorMessage } from '../lib/error-message.ts';
import { stderrLog, withoutControls } from '../lib/log.ts';
import { endUntaken, type EarlyThreads } from '../threads.ts';
import { STOP_LIMIT_MS } from '../lib/patience.ts';
import { VERSION } from '../lib/version.ts';
import type { CommandLine } from './command-line.ts';
import { helpNote } from './help-note.ts';
import { addServe } from './serve.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Whether to end when the terminal closes (SIGHUP). A program under nohup is not to; Node takes back that the signal is ignored
 * there, so that it shows only in this: no standard stream is a terminal. Windows ends whatever runs in a console that closes.
 */
const endsWithTerminal = process.platform === 'win32' || [0, 1, 2].some((stream) => isatty(stream));
const STOP_SIGNALS: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  ...(endsWithTerminal ? ['SIGHUP' as const] : []),
];

/** Runs the command of `process.argv`. Where `threads` were started for it, the command is `serve`. */
export async function runCommandLine(threads: EarlyThreads | null): Promise<void> {
  if (!endsWithTerminal) process.on('SIGHUP', () => {});
  const commandLine = ofThisProcess(threads);
  const program = new Command('tracedeck')
    .description('A trace viewer for people who build AI agents, with the OpenTelemetry collector inside.')
    .version(VERSION)
    .addHelpText(
      'after',
      helpNote(() => [
        'Without a command, or with "app", the desktop window opens; where there is none, the browser UI is served.',
        'Both take --data-dir, --port, --otlp-port, --grpc-port, --config and --auth as "serve" does.',
      ]),
    )
    // Inherited by the commands added after it.
    .exitOverride();
  addServe(program, commandLine);
  if (threads === null) {
    // A collector need not load what the other commands read and write files and databases with.
    const { addOtherCommands } = await import('./other-commands.ts');
    addOtherCommands(program, commandLine);
  }
  // `tracedeck --help | head` closes the pipe, which is no fault.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    const why = `standard output can't be written (${code})`;
    // A collector goes on receiving, even where its output goes to a full disk.
    if (threads === null) fail(new Error(why));
    stderrLog.warn(why);
  });
  // An error of stderr can't be told anywhere, and must not end a collector.
  process.stderr.on('error', () => {});
  try {
    await program.parseAsync();
  } catch (error) {
    if (threads !== null) await endUntaken(threads);
    // Commander has said what was wrong. Help and version come here as well, with exit code 0.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    else fail(error);
  }
}

const ofThisProcess = (threads: EarlyThreads | null): CommandLine => ({
  log: stderrLog,
  threads,
  print: (text) => void process.stdout.write(withoutControls(text)),
  stdout: process.stdout,
  runUntilStopped: (collector) =>
    onStopSignal(() => {
      const giveUp = (): never =>
        fail(new Error(`the stop took too long and was cut short: it waited for ${collector.unfinished}`));
      setTimeout(giveUp, STOP_LIMIT_MS).unref();
      collector.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    }),
  onInterrupt: onStopSignal,
});

/** Not `once`: terminal and launcher both pass Ctrl-C on, and without a listener the second would kill the stopping process. */
function onStopSignal(stop: () => void): void {
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

function fail(error: unknown): never {
  stderrLog.error(errorMessage(error));
  process.exit(FAILED);
}
