import { expect, test } from 'vitest';
import { nativeTheme, Tray } from '../testing/electron-stand-in.ts';
import { trayModel, type TrayAction } from './tray-model.ts';
import { TrayIcon } from './tray.ts';

const model = (startAtLogin: boolean) => trayModel({ health: null, isAttached: false, startAtLogin });

test('its menu does what it says, and is drawn anew only when something has changed', () => {
  const done: TrayAction[] = [];
  const icon = new TrayIcon(model(false), (action) => void done.push(action));
  const [tray] = Tray.made;
  icon.update(model(false));
  expect(tray?.menus).toHaveLength(1);
  expect(tray?.tooltip).toBe('Tracedeck\nThe collector does not answer');
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
  const before = tray!.images;
  nativeTheme.emit('updated');
  expect(tray!.images).toBe(before + 1);
});

test.skipIf(process.platform === 'darwin')('a click on it opens the window', () => {
  const done: TrayAction[] = [];
  void new TrayIcon(model(false), (action) => void done.push(action));
  Tray.made.at(-1)?.emit('click');
  expect(done).toEqual(['open']);
});
