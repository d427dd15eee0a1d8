import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from '../child-process.mjs';

const defaultPort = 5388;
const folder = join(root, 'collector');
/** An editor or a checkout saves several files at once. */
const settleMs = 150;

/** The page with hot reload in front of a collector that starts anew when its code changes. Arguments go to `serve`. */
export async function runTask(args: readonly string[]): Promise<undefined> {
  const port = portOf(args);
  const target = `http://127.0.0.1:${port}`;
  const server = await createServer({
    configFile: join(root, 'build/vite.config.ts'),
    server: { proxy: { '/api': target, '/otel': target, '/v1': target } },
  });
  // A flag, since settings might say another port, which the page would not know.
  const collector = new DevelopedCollector([...args, `--port=${port}`]);
  server.watcher.add(folder);
  server.watcher.on('all', (_event, path) => {
    if (path.startsWith(folder) && /\.(ts|sql)$/.test(path)) collector.restartSoon();
  });
  const stop = (): void => {
    void collector.stop().then(() => server.close());
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  await server.listen();
  server.printUrls();
  collector.restartSoon();
}

/**
 * The collector as its sources are. Not `node --watch`, whose reports of what was imported reach the listeners of worker
 * threads as messages of theirs.
 */
class DevelopedCollector {
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;
  #restarted: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  restartSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#restarted = this.#restarted.then(() => this.#restart());
    }, settleMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async #restart(): Promise<void> {
    await this.stop();
    this.#child = spawn(process.execPath, [join(folder, 'main.ts'), 'serve', ...this.#args], {
      stdio: 'inherit',
    });
  }
}

/** Port 0 has no place here: the page must know where the collector listens before it does. */
function portOf(args: readonly string[]): number {
  const index = args.findIndex((argument) => argument === '--port' || argument.startsWith('--port='));
  if (index === -1) return defaultPort;
  return Number(args[index]?.split('=')[1] ?? args[index + 1]);
}
