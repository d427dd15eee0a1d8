import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Addresses } from '../collector.ts';
import { testFolder } from './test-folder.ts';
import { withoutSettings } from './without-settings.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const STRIP_TYPES = new URL('../../build/strip-types.mjs', import.meta.url).href;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Nothing to read where it is left out; `pipe`: what the test writes to `process.stdin`; an open file. */
  readonly stdin?: 'pipe' | number;
  /** An open file; where it is left out, output is in `exit`. */
  readonly stdout?: number;
  /** How many files it may have open. */
  readonly maxOpenFiles?: number;
  /** How many of these are taken before it starts. */
  readonly filesTaken?: number;
}

export interface Command {
  readonly process: ChildProcess;
  readonly exit: Promise<Exit>;
  /** The first line on stdout; rejects when it ends without one. */
  readonly firstLine: Promise<string>;
}

/** Whether `openTerminal` can be used. */
export const hasTerminals = process.platform === 'linux';

/** For a standard stream of a command that is run at a terminal. */
export function openTerminal(): number {
  const terminal = openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY);
  onTestFinished(() => closeSync(terminal));
  return terminal;
}

/** What runs the command line. */
export const commandWith = (args: readonly string[]): [string, ...string[]] => [
  process.execPath,
  '--import',
  STRIP_TYPES,
  MAIN,
  ...args,
];

/** The command line as a process of its own, which knows no settings of the person who runs the tests. */
export function tracedeck(
  args: readonly string[],
  { env, cwd, stdin, stdout: file, maxOpenFiles, filesTaken = 0 }: CommandOptions = {},
): Command {
  const home = cwd ?? testFolder();
  const limited =
    maxOpenFiles === undefined ? [] : ['/bin/sh', '-c', `ulimit -n ${maxOpenFiles}; exec "$@"`, 'sh'];
  const [program, ...rest] = [...limited, ...commandWith(args)];
  const nothing = openSync(devNull, 'r');
  const child = spawn(program!, rest, {
    cwd: home,
    env: { ...withoutSettings(home), ...env },
    stdio: [stdin ?? 'ignore', file ?? 'pipe', 'pipe', ...Array<number>(filesTaken).fill(nothing)],
  });
  closeSync(nothing);
  let [stdout, stderr] = ['', ''];
  const line = Promise.withResolvers<string>();
  line.promise.catch(() => {});
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
    if (stdout.includes('\n')) line.resolve(stdout.slice(0, stdout.indexOf('\n')));
  });
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const exit = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      line.reject(new Error(`ended with ${code ?? signal}: ${stderr}`));
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { process: child, exit, firstLine: line.promise };
}

export interface Served extends Command {
  readonly addresses: Addresses;
}

/** `tracedeck serve` on free ports, once it listens. */
export async function serve(args: readonly string[], options?: CommandOptions): Promise<Served> {
  const ports = ['--port', '--otlp-port', '--grpc-port'].flatMap((flag) =>
    args.includes(flag) ? [] : [flag, '0'],
  );
  const command = tracedeck(['serve', '--json', ...ports, ...args], options);
  const { event: _event, ...addresses } = JSON.parse(await command.firstLine) as Addresses & {
    event: string;
  };
  return { ...command, addresses };
}
