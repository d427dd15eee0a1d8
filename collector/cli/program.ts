import { Command, CommanderError } from 'commander';
import { stderrLog } from '../log.ts';
import { VERSION } from '../version.ts';
import type { CommandLine } from './command-line.ts';
import { addServe } from './serve.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
/** Past this a stop is cut short: 5 s are promised. */
const STOP_LIMIT_MS = 4800;

const commandLine: CommandLine = {
  log: stderrLog,
  print: (text) => void process.stdout.write(text),
  stdout: process.stdout,
  runUntilStopped: (stopWork) => {
    const stop = (): void => {
      setTimeout(() => process.exit(FAILED), STOP_LIMIT_MS).unref();
      stopWork().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    };
    // For good, not once: a terminal and a launcher each pass Ctrl-C on, and the second must not kill what the first stops.
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
  onInterrupt: (stop) => {
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
};

const program = new Command('tracedeck')
  .description('A trace viewer for people who build AI agents, with the OpenTelemetry collector inside.')
  .version(VERSION)
  .addHelpText(
    'after',
    '\nWithout a command, or with "app", the desktop window opens; where there is none, the browser UI is served.',
  )
  // Inherited by the commands added after it.
  .exitOverride();

addServe(program, commandLine);
if (process.argv[2] !== 'serve') {
  // What else there is reads and writes files and databases by itself: code that a collector need not load.
  const { addOtherCommands } = await import('./other-commands.ts');
  addOtherCommands(program, commandLine);
}

function fail(error: unknown): never {
  stderrLog.error(error instanceof Error ? error.message : String(error));
  process.exit(FAILED);
}

// `tracedeck --help | head` closes the pipe: nobody reads on, which is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  // commander has said what was wrong; help and version are no faults.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
  else fail(error);
}
