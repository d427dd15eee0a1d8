import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withoutSettings } from '../testing/without-settings.ts';

const BUILT = fileURLToPath(new URL('../../dist/node/main.cjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A collector that is measured. What only a process of one's own tells is undefined for one that runs elsewhere. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** `host:port`; undefined where it takes no gRPC. */
  readonly grpc: string | undefined;
  readonly process?: OwnProcess;
}

/** One that was started here. */
export interface OwnTarget extends Target {
  readonly grpc: string;
  readonly process: OwnProcess;
}

export interface OwnProcess {
  readonly dataDirectory: string;
  /** Milliseconds from the start of the process to its first answer on the health path. */
  readonly startMs: number;
  /** The highest resident memory so far, in bytes (Linux; 0 elsewhere). */
  peakMemory(): number;
  residentMemory(): number;
  /** Processor time so far, in milliseconds (Linux). */
  processorMs(): number;
  /** Of all files, once they are at rest: what a log holds for a moment is not stored twice for good. */
  diskBytes(): Promise<number>;
  /** Ends it in good order and starts it again on the same data, with these variables beside those it had. */
  restart(environment?: Readonly<Record<string, string>>): Promise<OwnTarget>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Ends it in good order; its data goes with it unless it is to stay. */
  stop(removeData?: boolean): Promise<void>;
}

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly grpcPort: number;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The collector as a user runs it: a process of its own, from the build where there is one. */
export async function ownCollector(
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'tracedeck-bench-')),
): Promise<OwnTarget> {
  const [port, grpcPort, otlpPort] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', `${port}`, '--otlp-port', `${otlpPort}`, '--grpc-port', `${grpcPort}`];
  const entry = existsSync(BUILT) ? BUILT : SOURCE;
  const args = [entry, 'serve', ...ports, '--data-dir', dataDirectory, '--json'];
  return start(
    { name: 'tracedeck', command: process.execPath, args, environment: {}, port, grpcPort },
    dataDirectory,
  );
}

/** The peer, as its own documentation starts it (https://sideseat.ai/docs/reference/cli). */
export async function sideSeat(binary: string): Promise<OwnTarget> {
  const [port, grpcPort] = [await freePort(), await freePort()];
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'tracedeck-bench-peer-'));
  const args = ['--no-auth', '--port', `${port}`, '--otel-grpc', 'true', '--otel-grpc-port', `${grpcPort}`];
  const environment = { SIDESEAT_DATA_DIR: dataDirectory };
  return start({ name: 'sideseat', command: binary, args, environment, port, grpcPort }, dataDirectory);
}

/** A collector that somebody else has started. */
export const runningAt = (url: string): Target => ({ name: url, url, grpc: undefined });

let homeOfRun: string | undefined;

/** Where whatever is started in this run looks for settings and keeps compiled code: what a person has set there would be measured, too. */
function home(): string {
  if (homeOfRun !== undefined) return homeOfRun;
  const made = mkdtempSync(path.join(tmpdir(), 'tracedeck-home-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (homeOfRun = made);
}

async function start(program: Program, dataDirectory: string): Promise<OwnTarget> {
  const began = performance.now();
  const url = `http://127.0.0.1:${program.port}`;
  const child = spawn(program.command, program.args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: home(),
    env: { ...withoutSettings(home()), ...program.environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await Promise.race([
    untilHealthy(url),
    ended.then((code) => Promise.reject(new Error(`${program.name} ended with ${code} before it answered`))),
  ]);
  const startMs = performance.now() - began;
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    name: program.name,
    url,
    grpc: `127.0.0.1:${program.grpcPort}`,
    process: {
      dataDirectory,
      startMs,
      ...memoryOf(child),
      diskBytes: () => bytesAtRest(dataDirectory),
      restart: async (environment = {}) => {
        await end('SIGTERM');
        return start({ ...program, environment: { ...program.environment, ...environment } }, dataDirectory);
      },
      kill: () => end('SIGKILL'),
      stop: async (removeData = true) => {
        await end('SIGTERM');
        if (removeData) rmSync(dataDirectory, { recursive: true, force: true });
      },
    },
  };
}

async function untilHealthy(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/api/v1/health`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await delay(5);
  }
}

const CLOCK_TICK_MS = 10;

function memoryOf({ pid }: ChildProcess) {
  const line = (name: string): number => {
    const status = readIfThere(`/proc/${pid}/status`);
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
  };
  return {
    peakMemory: () => line('VmHWM'),
    residentMemory: () => line('VmRSS'),
    processorMs: () => {
      const stat = readIfThere(`/proc/${pid}/stat`);
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * CLOCK_TICK_MS;
    },
  };
}

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const bytesIn = (directory: string): number =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

const REST_MS = 5000;
const LONGEST_WAIT_MS = 20_000;

async function bytesAtRest(directory: string): Promise<number> {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let bytes = bytesIn(directory); ;) {
    await delay(REST_MS);
    const before = bytes;
    bytes = bytesIn(directory);
    if (bytes === before || performance.now() > end) return bytes;
  }
}
