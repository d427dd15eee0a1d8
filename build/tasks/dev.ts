import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from '../child-process.mjs';

const defaultPort = 5388;

/** The page with hot reload in front of a collector that starts anew when its code changes. Arguments go to `serve`. */
export async function runTask(args: readonly string[]): Promise<undefined> {
  const target = `http://127.0.0.1:${portOf(args)}`;
  const collector = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'collector/main.ts'), 'serve', ...args],
    { stdio: 'inherit' },
  );
  const server = await createServer({
    configFile: join(root, 'build/vite.config.ts'),
    server: { proxy: { '/api': target, '/otel': target, '/v1': target } },
  });
  await server.listen();
  server.printUrls();

  const stop = (): void => {
    collector.kill('SIGTERM');
    void server.close();
  };
  collector.once('exit', () => void server.close());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** Port 0 has no place here: the page must know where the collector listens before it does. */
function portOf(args: readonly string[]): number {
  const index = args.findIndex((argument) => argument === '--port' || argument.startsWith('--port='));
  if (index === -1) return defaultPort;
  return Number(args[index]?.split('=')[1] ?? args[index + 1]);
}
