import { isIP } from 'node:net';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { createCollector, type Addresses } from './collector.ts';
import { ConfigError, loadConfig, type Config, type ConfigOverrides } from './config.ts';
import { stderrLog } from './log.ts';
import { VERSION } from './version.ts';

interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly otlpPort?: number;
  readonly grpcPort?: number;
  readonly dataDir?: string;
  readonly config?: string;
  readonly allowUnauthenticated?: boolean;
  readonly open?: boolean;
  readonly json?: boolean;
}

const FAILED = 1;
const WRONG_USAGE = 2;
/** Past this a stop is cut short: 5 s are promised. */
const STOP_LIMIT_MS = 4800;

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535; 0 picks a free one.');
}

const commandLine = new Command('tracedeck')
  .description('A trace viewer for people who build AI agents, with the OpenTelemetry collector inside.')
  .version(VERSION)
  .exitOverride()
  .addHelpText(
    'after',
    '\nWithout a command, or with "app", the desktop window opens; where there is none, the browser UI is served.',
  );

commandLine
  .command('serve')
  .description('run the collector without a window; the same user interface is at its address')
  .option('--host <name>', 'address to listen on (127.0.0.1)')
  .option('--port <number>', 'REST, streams, OTLP/HTTP and user interface (5388)', portNumber)
  .option('--otlp-port <number>', 'OTLP/HTTP on its standard port (4318)', portNumber)
  .option('--grpc-port <number>', 'OTLP/gRPC (4317)', portNumber)
  .option('--data-dir <folder>', 'where the database lies')
  .option('--config <file>', 'settings, in place of ./tracedeck.json')
  .option('--allow-unauthenticated', 'listen beyond this machine without authentication')
  .option('--open', 'open the user interface in the browser')
  .option('--json', 'print one JSON line per event on stdout')
  .exitOverride()
  .action(serve);

async function serve(flags: ServeFlags): Promise<void> {
  const config = loadConfig({
    env: process.env,
    workingDirectory: process.cwd(),
    file: flags.config,
    flags: overridesOf(flags),
  });
  refuseOpenDoor(config, flags.allowUnauthenticated === true);
  const collector = createCollector(config, { log: stderrLog });
  const stop = (): void => {
    setTimeout(() => process.exit(FAILED), STOP_LIMIT_MS).unref();
    collector.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  // For good, not once: a terminal and a launcher each pass Ctrl-C on, and the second must not kill what the first stops.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  announce(await collector.start(), flags);
}

function overridesOf(flags: ServeFlags): ConfigOverrides {
  const given = <K extends string, V>(key: K, value: V | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
  return {
    server: { ...given('host', flags.host), ...given('port', flags.port) },
    otel: { http: given('port', flags.otlpPort), grpc: given('port', flags.grpcPort) },
    storage: given('data_dir', flags.dataDir),
  };
}

function refuseOpenDoor(config: Config, allowed: boolean): void {
  const { host } = config.server;
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (isLoopback || allowed) return;
  throw new ConfigError(
    `server.host ${host} is beyond this machine and nobody would be asked who they are: use --allow-unauthenticated if that is meant`,
  );
}

function announce(addresses: Addresses, flags: ServeFlags): void {
  if (flags.json) process.stdout.write(`${JSON.stringify({ event: 'listening', ...addresses })}\n`);
  else {
    const lines = [
      `Tracedeck ${VERSION} is listening`,
      `  user interface  ${addresses.http}/`,
      ...(addresses.otlp === null ? [] : [`  OTLP/HTTP       ${addresses.otlp}`]),
      ...(addresses.grpc === null ? [] : [`  OTLP/gRPC       ${addresses.grpc}`]),
      `  data            ${addresses.data_dir}`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (flags.open) openBrowser(`${addresses.http}/`);
}

function openBrowser(url: string): void {
  const cannot = (): void => stderrLog.warn(`no browser could be opened: go to ${url}`);
  import('open')
    .then(async ({ default: open }) => {
      const browser = await open(url);
      browser.once('error', cannot);
    }, cannot)
    .catch(cannot);
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
  await commandLine.parseAsync();
} catch (error) {
  // commander has said what was wrong; help and version are no faults.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
  else fail(error);
}
