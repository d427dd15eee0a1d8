import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuModel, type MenuActions, type MenuFacts } from './menu-model.ts';

const facts: MenuFacts = { platform: 'linux', paused: false, isUnpackaged: false };
const platforms: NodeJS.Platform[] = ['linux', 'win32', 'darwin'];

function actions(): { called: string[] } & MenuActions {
  const called: string[] = [];
  const names = [
    'goTo',
    'back',
    'forward',
    'openFiles',
    'copyEndpoint',
    'togglePause',
    'installCommandLine',
    'checkForUpdates',
    'showLogs',
    'openDocumentation',
  ] as const;
  const entries = names.map((name) => [
    name,
    (...words: string[]) => void called.push([name, ...words].join(' ')),
  ]);
  return { called, ...(Object.fromEntries(entries) as unknown as MenuActions) };
}

const all = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
const find = (label: string, items: MenuItemConstructorOptions[]): MenuItemConstructorOptions | undefined =>
  all(items).find((item) => item.label === label);

test.each(platforms)('on %s every action is in it once, and does what it says', (platform) => {
  const { called, ...does } = actions();
  for (const { click } of all(menuModel({ ...facts, platform }, does)))
    (click as ((...words: unknown[]) => void) | undefined)?.();
  expect(called.toSorted()).toEqual(
    [
      'back',
      'checkForUpdates',
      'copyEndpoint',
      'forward',
      'installCommandLine',
      'openDocumentation',
      'openFiles',
      'showLogs',
      'togglePause',
      ...['live', 'traces', 'sessions', 'spans', 'logs', 'metrics', 'dashboard', 'set-up', 'settings'].map(
        (page) => `goTo ${page}`,
      ),
    ].toSorted(),
  );
});

test.each(platforms)(
  'on %s the usual roles are there: without them copy, paste and quit have no shortcut',
  (platform) => {
    const roles = all(menuModel({ ...facts, platform }, actions())).flatMap(({ role }) => role ?? []);
    for (const role of [
      'editMenu',
      'windowMenu',
      'help',
      'about',
      'close',
      'quit',
      'reload',
      'zoomIn',
      'togglefullscreen',
    ])
      expect(
        roles.filter((one) => one === role),
        role,
      ).toHaveLength(1);
    expect(roles.includes('services')).toBe(platform === 'darwin');
  },
);

test.each(platforms)('on %s no shortcut is given twice, and settings have the usual one', (platform) => {
  const menu = menuModel({ ...facts, platform }, actions());
  const keys = all(menu).flatMap(({ accelerator }) => accelerator ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(find('Settings…', menu)?.accelerator).toBe('CmdOrCtrl+,');
  expect(find('Back', menu)?.accelerator).toBe(platform === 'darwin' ? 'Cmd+[' : 'Alt+Left');
});

test('a Mac has its settings in the menu of the app, others in that of files', () => {
  const first = (platform: NodeJS.Platform): unknown => menuModel({ ...facts, platform }, actions())[0];
  expect(JSON.stringify(first('darwin'))).toContain('"Settings…"');
  expect(first('linux')).toMatchObject({ label: '&File' });
});

test('a pause is ticked; tools for developers are not in an installed app', () => {
  expect(find('Pause Receiving', menuModel({ ...facts, paused: true }, actions()))?.checked).toBe(true);
  const roles = (isUnpackaged: boolean): unknown[] =>
    all(menuModel({ ...facts, isUnpackaged }, actions())).map(({ role }) => role);
  expect([roles(true).includes('toggleDevTools'), roles(false).includes('toggleDevTools')]).toEqual([
    true,
    false,
  ]);
});
