import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Health } from '../collector/contract/health.ts';
import { spanIdOf, traceIdOf, traceRequest, type SpanSpec } from '../collector/testing/otlp.ts';
import type { Notice } from './contract/bridge.ts';
import {
  app,
  BrowserWindow,
  clipboard,
  ipcMain,
  Menu,
  Notification,
  protocol,
  session,
  shell,
  type MenuEntry,
} from './testing/electron-stand-in.ts';
import { ownApp } from './testing/own-app.ts';

// The whole app in order, as one run of it.
const own = ownApp();
const heard = new Set(process.listeners('uncaughtException'));
let folder: string;

beforeAll(async () => {
  folder = own.folder;
  await own.start(['--auth', '--lang=de']);
});

const window = (): BrowserWindow => BrowserWindow.getAllWindows()[0]!;
const page = (where: string, init?: RequestInit): Promise<Response> =>
  protocol.handlers.get('app')!(new Request(new URL(where, 'app://tracedeck/'), init));
const health = async (): Promise<Health> => (await (await page('/api/v1/health')).json()) as Health;
const ourPage = { url: 'app://tracedeck/', parent: null };
const ask = (channel: string, argument?: unknown, senderFrame: object | null = ourPage): unknown =>
  ipcMain.answers.get(channel)!({ senderFrame }, argument);
/** With what the lock of this app was asked for, for those words. */
const startAgain = (argv: readonly string[]): void => {
  expect(app.handed).toEqual({ argv: process.argv });
  app.startAgain(argv, folder, { ...app.handed, argv });
};
const notices = (): readonly Notice[] => ask('notices') as readonly Notice[];
const led = (): unknown[] =>
  window().webContents.sent.flatMap(([channel, path]) => (channel === 'navigate' ? [path] : []));
const entry = (label: string, entries: readonly MenuEntry[] = Menu.shown): MenuEntry | undefined =>
  entries
    .flatMap((one) => [one, ...(one.submenu ?? []).flatMap((inner) => entry(label, [inner]) ?? [])])
    .find((one) => one.label === label);

async function send(span: Partial<SpanSpec> & { trace: number }): Promise<void> {
  const { trace, ...more } = span;
  const body = JSON.stringify(
    traceRequest({
      spans: [{ traceId: traceIdOf(trace), spanId: spanIdOf(trace), start: Date.now(), ...more }],
    }),
  );
  const headers = { 'content-type': 'application/json' };
  expect((await page('/otel/v1/traces', { method: 'POST', body, headers })).status).toBe(200);
}

describe('the app, from its start to its end', () => {
  test('shows its page in a window that may do nothing else', async () => {
    await expect.poll(window).toBeDefined();
    expect(window().loaded).toEqual(['app://tracedeck/']);
    expect(window().options['webPreferences']).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });
    expect(protocol.privileged).toEqual([expect.objectContaining({ scheme: 'app' })]);
    expect((await page('/')).headers.get('content-security-policy')).toContain("default-src 'none'");
    const granted: boolean[] = [];
    session.defaultSession.onPermission!(null, 'geolocation', (is) => granted.push(is));
    expect(granted).toEqual([false]);
  });

  test('runs a collector that asks for a token, which only the window’s protocol has', async () => {
    const { receivers, storage } = await health();
    expect(storage.path).toBe(path.join(folder, 'data'));
    expect(statSync(storage.path).mode & 0o077).toBe(0);
    expect((await fetch(`${receivers.http.address}/api/v1/projects`)).status).toBe(401);
    expect((await page('/api/v1/projects')).status).toBe(200);
    // One of the run, which no list has.
    expect(ask('window-token-id')).toBeNull();
  });

  test('leads links elsewhere out, and only to the web', async () => {
    const go = (url: string): boolean => window().webContents.navigate(url);
    expect([go('https://example.com/'), go('file:///etc/passwd')]).toEqual([false, false]);
    expect(shell.opened).toEqual(['https://example.com/']);
    // A screen that failed is tried again by loading the page anew.
    expect([go('app://tracedeck/'), go('app://tracedeck/other')]).toEqual([true, false]);
    expect(shell.opened).toHaveLength(1);
  });

  test('hears its page and nobody else, in what the bridge knows', () => {
    expect(ask('copy-text', 'copied')).toBeUndefined();
    expect(clipboard.text).toBe('copied');
    expect(() => ask('copy-text', 'x', { url: 'https://evil.example/', parent: null })).toThrow(
      'not for this page',
    );
    expect(() => ask('copy-text', 'x', { url: 'app://tracedeck/', parent: {} })).toThrow('not for this page');
    expect(() => ask('copy-text', { toString: () => 'x' })).toThrow('takes a string');
    expect(clipboard.text).toBe('copied');
  });

  test('a second start comes to the front and goes where it was asked to', () => {
    window().isMini = true;
    const argv = ['/electron', '--lang=de', '/sources/electron-main.js', `tracedeck://trace/${traceIdOf(1)}`];
    startAgain(argv);
    expect([window().isMini, led()]).toEqual([false, [`/p/default/traces/${traceIdOf(1)}`]]);
    app.emit('open-url', { preventDefault: () => {} }, 'tracedeck://session/a%20b');
    expect(led().at(-1)).toBe('/p/default/sessions/a%20b');
    app.emit('open-url', { preventDefault: () => {} }, 'tracedeck://evil/../../x');
    expect(led()).toHaveLength(2);
  });

  test('a link that comes while the page loads is loaded in its place, which is no error', async () => {
    window().webContents.isLoading = true;
    const said = notices().length;
    app.emit('open-url', { preventDefault: () => {} }, `tracedeck://trace/${traceIdOf(2)}`);
    app.emit('open-url', { preventDefault: () => {} }, `tracedeck://trace/${traceIdOf(3)}`);
    window().webContents.isLoading = false;
    await new Promise((resolve) => setImmediate(resolve));
    expect(window().loaded.at(-1)).toBe(`app://tracedeck/p/default/traces/${traceIdOf(3)}`);
    expect(notices()).toHaveLength(said);
  });

  test('a file that is opened is stored, and its trace shown', async () => {
    const file = path.join(folder, 'traces.jsonl');
    writeFileSync(
      file,
      JSON.stringify(traceRequest({ spans: [{ traceId: traceIdOf(7), spanId: spanIdOf(7) }] })),
    );
    startAgain(['/electron', '/sources/electron-main.js', 'traces.jsonl', '--data-dir', '/home/me/data']);
    await expect.poll(led).toContain(`/p/default/traces/${traceIdOf(7)}`);
    app.emit('open-file', { preventDefault: () => {} }, path.join(folder, 'gone.json'));
    await expect
      .poll(() =>
        notices()
          .map(({ text }) => text)
          .join(),
      )
      .toContain('gone.json');
  });

  test('a file that is dropped on the page is stored in the project that it shows', async () => {
    const file = path.join(folder, 'dropped.jsonl');
    const spans = [{ traceId: traceIdOf(6), spanId: spanIdOf(6) }];
    writeFileSync(file, JSON.stringify(traceRequest({ spans })));
    window().webContents.emit('did-navigate', {}, 'app://tracedeck/p/shop/traces');
    ask('open-file', file);
    await expect.poll(led).toContain(`/p/shop/traces/${traceIdOf(6)}`);
    window().webContents.emit('did-navigate', {}, 'app://tracedeck/p/default/traces');
  });

  test('the menu pauses receiving, leads to pages and shows the log', async () => {
    entry('Pause Receiving')?.click?.();
    await expect.poll(async () => (await health()).receiving.paused).toBe(true);
    await expect.poll(() => entry('Pause Receiving')?.checked).toBe(true);
    entry('Pause Receiving')?.click?.();
    await expect.poll(async () => (await health()).receiving.paused).toBe(false);
    entry('Settings…')?.click?.();
    expect(led().at(-1)).toBe('/p/default/settings');
    const contents = window().webContents;
    contents.emit('did-navigate', {}, 'app://tracedeck/p/shop/traces?q=1');
    entry('Sessions')?.click?.();
    contents.emit('did-navigate-in-page', {}, 'app://tracedeck/p/other/live', true);
    contents.emit('did-navigate-in-page', {}, 'app://tracedeck/p/frame/live', false);
    entry('Settings…')?.click?.();
    expect(led().slice(-2)).toEqual(['/p/shop/sessions', '/p/other/settings']);
    entry('Show Logs')?.click?.();
    expect(shell.opened.at(-1)).toBe(path.join(folder, 'data', 'logs'));
    entry('Copy OTLP Endpoint')?.click?.();
    expect(clipboard.text).toBe((await health()).receivers.standard_http.address);
  });

  test('a trace that ends in an error is told and counted while nobody looks, until somebody does', async () => {
    window().hide();
    await send({ trace: 8, name: 'plan a trip', status: { code: 2 } });
    await expect.poll(() => app.badge).toBe(1);
    expect(Notification.shown).toEqual([
      expect.objectContaining({ title: 'plan a trip ended in an error' }) as object,
    ]);
    app.emit('activate');
    expect([window().isShown, app.badge]).toEqual([true, 0]);
  });

  test('settings are kept in the one file and count at once', () => {
    const report = ask('change-settings', { desktop: { close_to_tray: false } });
    expect(report).toMatchObject({ settings: { desktop: { close_to_tray: false } }, has_tray: false });
    const file = path.join(folder, 'tracedeck', 'config.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ desktop: { close_to_tray: false } });
    expect(() => ask('change-settings', { desktop: { close_to_tray: 1 } })).toThrow('must be a boolean');
  });

  test.runIf(process.platform === 'linux')(
    'starting at login is set up only when that is what changes',
    () => {
      const file = path.join(folder, 'autostart', 'tracedeck.desktop');
      mkdirSync(path.dirname(file));
      writeFileSync(file, 'by hand');
      app.isPackaged = true;
      try {
        ask('change-settings', { desktop: { error_badge: false } });
        expect(readFileSync(file, 'utf8')).toBe('by hand');
        ask('change-settings', { desktop: { start_at_login: true } });
        expect(readFileSync(file, 'utf8')).toContain('--hidden');
        ask('change-settings', { desktop: { start_at_login: false } });
        expect(existsSync(file)).toBe(false);
      } finally {
        app.isPackaged = false;
      }
    },
  );

  test('what nobody caught is in the log with its cause, and said in the window', () => {
    const ours = process.listeners('uncaughtException').find((listener) => !heard.has(listener))!;
    ours(new Error('nobody expected this', { cause: new Error('the cause of it') }), 'uncaughtException');
    const log = readFileSync(path.join(folder, 'data', 'logs', 'tracedeck.log'), 'utf8');
    expect(log).toMatch(/nobody expected this[\s\S]*the cause of it/);
    const said = notices().find(({ text }) => text.includes('nobody expected this'));
    expect(said).toMatchObject({ tone: 'error', actions: ['restart', 'show-logs'] });
    expect(said?.text).not.toContain('.ts:');
  });

  test('a page that crashed is loaded again when that is asked for', async () => {
    window().webContents.crash();
    await expect.poll(() => window().webContents.reloads).toBe(1);
  });

  test('a move of the data that a flag forbids is refused', async () => {
    expect(() => ask('move-data', 5)).toThrow('takes a string');
    await expect(ask('move-data', path.join(folder, 'moved'))).rejects.toThrow('set by command line');
  });

  test('without a tray it ends with its window, and everything that was accepted is written', async () => {
    const { receivers } = await health();
    await send({ trace: 9 });
    window().close();
    await expect.poll(() => app.hasQuit).toBe(true);
    await expect(fetch(`${receivers.http.address}/api/v1/health`)).rejects.toThrow('fetch failed');
    const data = path.join(folder, 'data');
    expect(existsSync(path.join(data, 'tracedeck.db-wal'))).toBe(false);
    expect(JSON.parse(readFileSync(path.join(data, 'window', 'window-state.json'), 'utf8'))).toMatchObject({
      width: 800,
    });
    expect(app.exitCode).toBeNull();
  });
});
