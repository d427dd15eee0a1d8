import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Addresses } from '../../collector/collector.ts';
import type { RunningCollector } from '../../collector/testing/start-collector.ts';
import { withoutSettings } from '../../collector/testing/without-settings.ts';

/** What `npm start` runs. */
const BUILT = fileURLToPath(new URL('../../dist/node/main.cjs', import.meta.url));

const DIE_WITH_PARENT = new URL('../../build/die-with-parent.mjs', import.meta.url).href;

/** On Linux all share what V8 makes of the code, as the starts of one user do. */
const CODE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/e2e', import.meta.url));

const ANY_PORTS = ['--port', '--otlp-port', '--grpc-port'].flatMap((flag) => [flag, '0']);

/**
 * The built program, on free ports with a data directory of its own. `caches`: the user's folder for them. Its stop rejects where it
 * did not end well.
 */
export async function startBuilt(caches = CODE_CACHE): Promise<RunningCollector> {
  const home = mkdtempSync(path.join(tmpdir(), 'tracedeck-test-'));
  const command = ['--import', DIE_WITH_PARENT, BUILT, 'serve', '--json', ...ANY_PORTS];
  const child = spawn(process.execPath, [...command, '--data-dir', home], {
    env: { ...withoutSettings(home), XDG_CACHE_HOME: caches },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const trouble = ended.then(([code, signal]) => new Error(`It ended with ${code ?? signal}: ${stderr}`));
  const firstLine = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const begun = await Promise.race([firstLine, trouble]);
  if (begun instanceof Error) {
    rmSync(home, { recursive: true, force: true });
    throw begun;
  }
  const { http, otlp, grpc } = JSON.parse(begun[0]) as Addresses;
  return {
    url: http,
    otlpUrl: otlp ?? '',
    grpcAddress: grpc ?? '',
    dataDir: home,
    token: null,
    stop: async () => {
      child.kill();
      const [code] = await ended;
      rmSync(home, { recursive: true, force: true });
      // Windows knows no asking: there it was ended as it stood.
      if (code !== 0 && process.platform !== 'win32') throw await trouble;
    },
  };
}
