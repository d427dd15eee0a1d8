import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadConfig, type Config } from '../../collector/config/config.ts';
import { DesktopSettings } from './desktop-settings.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

let folder: string;
let file: string;
let config: Config;
let settings: DesktopSettings;
let changes: number;
beforeEach(() => {
  folder = testFolder();
  file = path.join(folder, 'tracedeck', 'config.json');
  changes = 0;
});

function load(env: Record<string, string> = {}, flags = {}): void {
  const loaded = loadConfig({
    env: { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, ...env },
    workingDirectory: folder,
    flags,
  });
  ({ config } = loaded);
  const origin = { ...loaded.origin, file };
  settings = new DesktopSettings({ config, origin, hasTray: () => true, onChange: () => changes++ });
}
const written = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

test('what is changed counts at once, for whoever has the settings, and is found by the next start', () => {
  load();
  const { desktop } = config;
  const report = settings.change({
    desktop: { close_to_tray: false, notifications: { cost_dollars: 0.5 } },
  });
  expect(desktop).toMatchObject({
    close_to_tray: false,
    notifications: { errors: true, cost_dollars: 0.5 },
  });
  expect(report.settings).toMatchObject({ desktop });
  expect(report.sources).toMatchObject({
    'desktop.close_to_tray': file,
    'desktop.start_at_login': 'default',
  });
  expect([changes, report.needs_restart]).toEqual([1, false]);
  expect(written()).toEqual({ desktop: { close_to_tray: false, notifications: { cost_dollars: 0.5 } } });
  load({}, {});
  const again = loadConfig({ env: {}, workingDirectory: folder, file });
  expect(again.config.desktop).toEqual(desktop);
});

test('what counts from the next start is kept in the file and leaves what runs alone', () => {
  load();
  const report = settings.change({ server: { port: 5400 }, auth: { enabled: true } });
  expect(report).toMatchObject({
    needs_restart: true,
    settings: { server: { port: 5400 }, auth: { enabled: true }, otel: { http: { port: 4318 } } },
  });
  expect([config.server.port, config.auth.enabled]).toEqual([5388, false]);
  expect(written()).toEqual({ server: { port: 5400 }, auth: { enabled: true } });
  expect(settings.change({ server: { port: 5388 }, auth: { enabled: false } }).needs_restart).toBe(false);
});

test('it stands beside what the file held', () => {
  load();
  settings.change({ desktop: { error_badge: false } });
  settings.keepDataDirectory('/elsewhere');
  expect(written()).toEqual({ desktop: { error_badge: false }, storage: { data_dir: '/elsewhere' } });
});

test.for<[patch: unknown, says: RegExp]>([
  [{ desktop: { close_to_tray: 'no' } }, /desktop\.close_to_tray must be a boolean, not "no"/],
  [{ desktop: { nothing: 1 } }, /unknown key desktop\.nothing/],
  [{ desktop: { notifications: { duration_secs: 0 } } }, /duration_secs must be a number above 0 or null/],
  [{ server: { port: 70_000 } }, /server\.port must be an integer from 0 to 65535/],
  [{ server: { host: '0.0.0.0' } }, /server\.host is not changed here/],
  [{ storage: { data_dir: '/x' } }, /storage\.data_dir is not changed here/],
  [{ desktop: { error_badge: false }, server: { port: 5400 } }, /server\.port is set by command line/],
  [
    { desktop: { start_at_login: true } },
    /start_at_login is set by environment variable TRACEDECK_DESKTOP__/,
  ],
  [[], /the change must be an object/],
  [null, /the change must be an object/],
])('%j is refused and changes nothing', ([patch, says]) => {
  load({ TRACEDECK_DESKTOP__START_AT_LOGIN: 'false' }, { server: { port: 5388 } });
  const before = settings.report();
  expect(() => settings.change(patch)).toThrow(says);
  expect(settings.report()).toEqual(before);
  expect([changes, existsSync(file)]).toEqual([0, false]);
});

test('what a variable or flag holds is told with what holds it', () => {
  load({ TRACEDECK_DESKTOP__ERROR_BADGE: 'false' }, { storage: { data_dir: '/d' }, auth: { enabled: true } });
  expect(settings.report()).toMatchObject({
    data_dir: '/d',
    file,
    has_tray: true,
    sources: {
      'desktop.error_badge': 'environment variable TRACEDECK_DESKTOP__ERROR_BADGE',
      'auth.enabled': 'command line',
    },
  });
  expect(() => settings.keepDataDirectory('/x')).toThrow('storage.data_dir is set by command line');
});

test('a file that is damaged is left as it is, and said', () => {
  load();
  settings.change({});
  expect(existsSync(file)).toBe(false);
  settings.change({ desktop: { error_badge: false } });
  writeFileSync(file, '{');
  expect(() => settings.change({ desktop: { error_badge: true } })).toThrow('is no valid JSON');
  expect(readFileSync(file, 'utf8')).toBe('{');
});
