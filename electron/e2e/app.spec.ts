import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test, type ElectronApplication, type Page } from 'playwright/test';
import { findElectron, whyNoDisplay } from '../../build/electron-runtime.mjs';
import { spanIdOf, traceIdOf, traceRequest } from '../../collector/testing/otlp.ts';
import type { Health } from '../../collector/contract/health.ts';

const main = fileURLToPath(new URL('../../dist/node/electron-main.js', import.meta.url));
const search = findElectron();
const whyNot = search.runtime ? whyNoDisplay() : search.reason;

test.skip(whyNot !== null, `The desktop app cannot run here: ${whyNot}`);

let dataDirectory: string;
let app: ElectronApplication;
const problems: string[] = [];

function commandOf(...words: string[]): { path: string; args: string[]; env: NodeJS.ProcessEnv } {
  const { path, args, env } = search.runtime ?? { path: '', args: [], env: {} };
  const ports = ['--port=0', '--otlp-port=0', '--grpc-port=0'];
  return { path, args: [...args, main, `--data-dir=${dataDirectory}`, ...ports, ...words], env };
}

async function launch(): Promise<Page> {
  const { path, args, env: inherited } = commandOf();
  // Without a tray: closing the window ends the app, whatever this machine has.
  const env = {
    ...(inherited as Record<string, string>),
    CI: '1',
    TRACEDECK_DESKTOP__CLOSE_TO_TRAY: 'false',
  };
  app = await _electron.launch({ executablePath: path, args, env });
  const window = await app.firstWindow();
  window.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  window.on('pageerror', (error) => problems.push(error.message));
  return window;
}

/** Starts the app once more and waits for that start to end. */
async function startAgain(...words: string[]): Promise<void> {
  const { path, args, env } = commandOf(...words);
  const [exitCode] = await once(spawn(path, args, { stdio: 'inherit', env }), 'exit');
  expect(exitCode).toBe(0);
}

async function exportTrace(window: Page, trace: number, name: string): Promise<void> {
  const health = (await window.evaluate(async () => (await fetch('/api/v1/health')).json())) as Health;
  const span = { traceId: traceIdOf(trace), spanId: spanIdOf(trace), name };
  const answer = await fetch(`${health.receivers.standard_http.address}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      traceRequest({ spans: [{ ...span, attributes: { 'gen_ai.operation.name': 'chat' } }] }),
    ),
  });
  expect(answer.status).toBe(200);
}

test.beforeEach(async () => {
  problems.length = 0;
  dataDirectory = mkdtempSync(join(tmpdir(), 'tracedeck-app-'));
  await launch();
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

test('an export shows in the window as it comes', async () => {
  const window = await app.firstWindow();
  await expect(window.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await exportTrace(window, 1, 'just-now');
  await expect(window.getByRole('row', { name: /just-now/ })).toBeVisible();
  await window.screenshot({ path: test.info().outputPath('export.png') });
});

test('the page has the bridge, and nothing of Node', async () => {
  const window = await app.firstWindow();
  const found = await window.evaluate(() => ({
    bridge: Object.keys((globalThis as { tracedeck?: object }).tracedeck ?? {}),
    node: typeof (globalThis as { require?: unknown }).require,
  }));
  expect(found.bridge).toEqual(expect.arrayContaining(['copyText', 'openExternal', 'platform', 'settings']));
  expect(found.node).toBe('undefined');
});

test('a second start brings the first to the front and ends', async () => {
  const first = await app.firstWindow();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await startAgain();
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
      ),
    )
    .toEqual([false]);
  await expect(first).toHaveURL(/^app:/);
});

test('a link opens its trace in the window that is there', async () => {
  const window = await app.firstWindow();
  await expect(window.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  await exportTrace(window, 2, 'linked');
  await startAgain(`tracedeck://trace/${traceIdOf(2)}?span=${spanIdOf(2)}`);
  await expect(window).toHaveURL(new RegExp(`/p/default/traces/${traceIdOf(2)}.*span=${spanIdOf(2)}`));
  await expect(window.getByText('linked').first()).toBeVisible();
});

test('what was received is there after the app has ended and started again', async () => {
  const window = await app.firstWindow();
  await exportTrace(window, 3, 'kept');
  await app.close();
  const again = await launch();
  await expect(again.getByRole('row', { name: /kept/ })).toBeVisible();
});
