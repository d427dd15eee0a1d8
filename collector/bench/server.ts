import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../dist/node/main.js', import.meta.url));
const SOURCE = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface BenchServer {
  readonly url: string;
  readonly grpc: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Milliseconds from the start of the process to its `listening` line. */
  readonly startMs: number;
  /** The highest resident memory so far, in bytes (Linux; 0 elsewhere). */
  peakMemory(): number;
  /** Resident memory now. */
  memory(): number;
  databaseBytes(): number;
  /** Its data goes with it unless it is to stay. */
  stop(removeData?: boolean): Promise<void>;
}

/** The collector as a user runs it: a process of its own, from the build where there is one. */
export async function startServer(
  dataDir = mkdtempSync(path.join(tmpdir(), 'tracedeck-bench-')),
): Promise<BenchServer> {
  const started = performance.now();
  const ports = ['--port', '0', '--otlp-port', '0', '--grpc-port', '0'];
  const entry = existsSync(BUILT) ? BUILT : SOURCE;
  const child = spawn(process.execPath, [entry, 'serve', ...ports, '--data-dir', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.includes('\n')) resolve(text);
    });
    child.on('exit', (code) => reject(new Error(`the collector ended with ${code}`)));
  });
  const { http, grpc } = JSON.parse(line) as { http: string; grpc: string };
  return {
    url: http,
    grpc,
    dataDir,
    process: child,
    startMs: performance.now() - started,
    peakMemory: () => memoryOf(child.pid, 'VmHWM'),
    memory: () => memoryOf(child.pid, 'VmRSS'),
    databaseBytes: () =>
      ['tracedeck.db', 'tracedeck.db-wal']
        .map((name) => path.join(dataDir, name))
        .reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0),
    stop: async (removeData = true) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (removeData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function memoryOf(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
