import type { Command } from 'commander';
import { createCollector, StoppedError, type Addresses } from '../collector.ts';
import type { ConfigOrigin, ConfigOverrides } from '../config/config.ts';
import { reachable } from '../contract/reachable.ts';
import { settleDown } from '../runtime/settle-down.ts';
import { VERSION } from '../lib/version.ts';
import {
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  given,
  portNumber,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';
import { limitYoungGeneration } from '../runtime/young-generation.ts';

interface ServeFlags extends SettingFlags {
  readonly host?: string;
  readonly port?: number;
  readonly otlpPort?: number;
  readonly grpcPort?: number;
  readonly auth?: true;
  readonly allowUnauthenticated?: true;
  readonly open?: true;
  readonly json?: true;
}

/** `tracedeck serve`: the collector itself, in this process. */
export function addServe(program: Command, commandLine: CommandLine): void {
  program
    .command('serve')
    .description('run the collector without a window; the same user interface is at its address')
    .option('--host <name>', 'address to listen on (127.0.0.1)')
    .option('--port <number>', 'REST, streams, OTLP/HTTP and user interface (5388)', portNumber)
    .option('--otlp-port <number>', 'OTLP/HTTP on its standard port (4318)', portNumber)
    .option('--grpc-port <number>', 'OTLP/gRPC (4317)', portNumber)
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .option('--auth', 'ask everybody for a token')
    .option('--allow-unauthenticated', 'listen beyond this machine without authentication')
    .option('--open', 'open the user interface in the browser')
    .option('--json', 'print one JSON line per event on stdout')
    .action((flags: ServeFlags) => serve(flags, commandLine));
}

async function serve(flags: ServeFlags, commandLine: CommandLine): Promise<void> {
  limitYoungGeneration();
  const { config, origin } = settingsOf(flags, overridesOf(flags));
  const collector = createCollector(config, {
    log: commandLine.log,
    threads: commandLine.threads,
    origin,
    commandLine: ownWords(process),
    allowUnauthenticated: flags.allowUnauthenticated === true,
  });
  commandLine.runUntilStopped(collector);
  const addresses = await collector.start().catch((error: unknown) => {
    if (error instanceof StoppedError) return null;
    throw error;
  });
  // The process ends with the stop.
  if (addresses === null) return;
  settleDown();
  const token = collector.issueToken();
  const page = `${reachable(addresses.http)}/`;
  const signIn = token === null ? null : `${page}#token=${token}`;
  commandLine.print(
    flags.json
      ? events(addresses, signIn)
      : announcement(addresses, { page, signIn, settings: settingsFileOf(origin) }),
  );
  if (flags.open) openBrowser(page, commandLine);
}

/** The command that starts this program; none under Electron, where `electron/` knows it. */
const ownWords = ({ versions, execPath, execArgv, argv: [, script] }: NodeJS.Process): string[] =>
  versions['electron'] !== undefined || script === undefined ? [] : [execPath, ...execArgv, script];

function overridesOf({ host, port, otlpPort, grpcPort, auth }: ServeFlags): ConfigOverrides {
  return {
    server: { ...given('host', host), ...given('port', port) },
    otel: { http: given('port', otlpPort), grpc: given('port', grpcPort) },
    auth: given('enabled', auth),
  };
}

function events(addresses: Addresses, signIn: string | null): string {
  const lines: object[] = [{ event: 'listening', ...addresses }];
  if (signIn !== null) lines.push({ event: 'sign_in', url: signIn });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The settings file in use, told because a start in another folder may use another; null where none sets anything. */
const settingsFileOf = ({ file, sources }: ConfigOrigin): string | null =>
  [...sources.values()].includes(file) ? file : null;

interface Announced {
  readonly page: string;
  readonly signIn: string | null;
  readonly settings: string | null;
}

function announcement({ otlp, grpc, data_dir }: Addresses, { page, signIn, settings }: Announced): string {
  const lines = [
    `Tracedeck ${VERSION} is listening`,
    `  user interface  ${page}`,
    ...(signIn === null ? [] : [`  sign in         ${signIn}`]),
    ...(otlp === null ? [] : [`  OTLP/HTTP       ${otlp}`]),
    ...(grpc === null ? [] : [`  OTLP/gRPC       ${grpc}`]),
    `  data            ${data_dir}`,
    ...(settings === null ? [] : [`  settings        ${settings}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Without the token, for which the page asks: every user of the machine can read a program's arguments. */
function openBrowser(page: string, { log }: CommandLine): void {
  const cannot = (): void => log.warn(`no browser could be opened: go to ${page}`);
  import('open')
    .then(async ({ default: open }) => {
      const browser = await open(page);
      browser.once('error', cannot);
    }, cannot)
    .catch(cannot);
}
