import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { nativeTheme, Tray } from '../testing/electron-stand-in.ts';
import { trayModel, type TrayAction } from './tray-model.ts';
import { TrayIcon } from './tray.ts';

const model = (startAtLogin: boolean) => trayModel({ health: null, isAttached: false, startAtLogin });

const system = Object.getOwnPropertyDescriptor(process, 'platform')!;
const onPlatform = (value: NodeJS.Platform): unknown =>
  Object.defineProperty(process, 'platform', { ...system, value });
afterEach(() => void Object.defineProperty(process, 'platform', system));

test('its menu does what it says, and is drawn anew only when something has changed', () => {
  const done: TrayAction[] = [];
  const icon = new TrayIcon(model(false), (action) => void done.push(action));
  const [tray] = Tray.made;
  icon.update(model(false));
  expect(tray?.menus).toHaveLength(1);
  expect(tray?.tooltip).toBe('Tracedeck\nThe collector does not answer');
  icon.update({ ...model(false), tooltip: 'Tracedeck\nReceiving, 7.0 spans/s' });
  expect([tray?.tooltip, tray?.menus.length]).toEqual(['Tracedeck\nReceiving, 7.0 spans/s', 1]);
  icon.update(model(true));
  expect(tray?.menus).toHaveLength(2);

  const menu = tray?.menus.at(-1) ?? [];
  expect(menu.find(({ label }) => label === 'Start at Login')).toMatchObject({
    type: 'checkbox',
    checked: true,
  });
  expect(menu.find(({ label }) => label === 'The collector does not answer')).toMatchObject({
    enabled: false,
  });
  for (const { click } of menu) click?.();
  expect(done).toEqual(['open', 'toggle-start-at-login', 'quit']);
});

test('a tick shows what counts after a click, also where nothing has come of it', () => {
  void new TrayIcon(model(true), () => {});
  const tray = Tray.made.at(-1)!;
  const tick = () => tray.menus.at(-1)?.find(({ label }) => label === 'Start at Login');
  tick()?.click?.();
  expect(tick()?.checked).toBe(true);
});

test('a panel that turns dark gets the other icon', () => {
  const [tray] = Tray.made;
  const shown = (): string => path.basename(tray!.images.at(-1)!.path);
  onPlatform('linux');
  nativeTheme.shouldUseDarkColors = true;
  nativeTheme.emit('updated');
  expect(shown()).toBe('tray-problem-linux-on-dark.png');
  nativeTheme.shouldUseDarkColors = false;
  nativeTheme.emit('updated');
  expect(shown()).toBe('tray-problem-linux-on-light.png');
});

test('on Windows it is the taskbar that is dark or not, whatever apps are', () => {
  onPlatform('win32');
  const [tray] = Tray.made;
  nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = true;
  nativeTheme.emit('updated');
  expect(path.basename(tray!.images.at(-1)!.path)).toBe('tray-problem-on-dark.png');
});

test.skipIf(process.platform === 'darwin')('a click on it opens the window', () => {
  const done: TrayAction[] = [];
  void new TrayIcon(model(false), (action) => void done.push(action));
  Tray.made.at(-1)?.emit('click');
  expect(done).toEqual(['open']);
});
