import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test, type ElectronApplication } from 'playwright/test';
import { findElectron, whyNoDisplay } from '../../build/electron-runtime.mjs';

const main = fileURLToPath(new URL('../../dist/node/electron-main.js', import.meta.url));
const search = findElectron();
const whyNot = search.runtime ? whyNoDisplay() : search.reason;

test.skip(whyNot !== null, `The desktop app cannot run here: ${whyNot}`);

let dataDirectory: string;
let app: ElectronApplication;
const problems: string[] = [];

function commandOf(): { path: string; args: string[] } {
  const { path, args } = search.runtime ?? { path: '', args: [] };
  const ports = ['--port=0', '--otlp-port=0', '--grpc-port=0'];
  return { path, args: [...args, main, `--data-dir=${dataDirectory}`, ...ports] };
}

test.beforeEach(async () => {
  problems.length = 0;
  dataDirectory = mkdtempSync(join(tmpdir(), 'tracedeck-app-'));
  const { path, args } = commandOf();
  const env = { ...(process.env as Record<string, string>), CI: '1' };
  app = await _electron.launch({ executablePath: path, args, env });
  const window = await app.firstWindow();
  window.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  window.on('pageerror', (error) => problems.push(error.message));
});

test.afterEach(async () => {
  await app.close();
  rmSync(dataDirectory, { recursive: true, force: true });
  expect(problems).toEqual([]);
});

test('the window shows the page, and the collector answers it', async () => {
  const window = await app.firstWindow();
  await expect(window).toHaveURL(/^app:\/\/tracedeck\//);
  await expect(window.getByRole('link', { name: 'Traces' })).toBeVisible();
  const health = await window.evaluate(
    async () => (await fetch('/api/v1/health')).json() as Promise<unknown>,
  );
  expect(health).toMatchObject({ status: 'ok' });
  await window.screenshot({ path: test.info().outputPath('window.png') });
});

test('the page has the bridge, and nothing of Node', async () => {
  const window = await app.firstWindow();
  const found = await window.evaluate(() => ({
    bridge: Object.keys((globalThis as { tracedeck?: object }).tracedeck ?? {}).toSorted(),
    node: typeof (globalThis as { require?: unknown }).require,
  }));
  expect(found).toEqual({ bridge: ['copyText', 'openExternal', 'platform', 'version'], node: 'undefined' });
});

test('a second start brings the first to the front and ends', async () => {
  const first = await app.firstWindow();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const { path, args } = commandOf();
  const [exitCode] = await once(spawn(path, args, { stdio: 'inherit' }), 'exit');
  expect(exitCode).toBe(0);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
      ),
    )
    .toEqual([false]);
  await expect(first).toHaveURL(/^app:/);
});
