import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { autostartEntry, autostartFile, loginCommand, renewAutostart, setAutostart } from './login-item.ts';

test('the entry lies where the desktop looks for it', () => {
  expect(autostartFile({}, '/home/a')).toBe('/home/a/.config/autostart/tracedeck.desktop');
  expect(autostartFile({ XDG_CONFIG_HOME: '/c' }, '/home/a')).toBe('/c/autostart/tracedeck.desktop');
});

test('its command is quoted, whatever the folder is called', () => {
  const exec = /^Exec=(.*)$/m.exec(autostartEntry('/opt/My $HOME "x" 100%/tracedeck', ['--hidden']))?.[1];
  expect(exec).toBe('"/opt/My \\\\$HOME \\\\"x\\\\" 100%%/tracedeck" "--hidden"');
});

test('the app starts in the tray: by its own program, its script, or its AppImage', () => {
  expect(loginCommand({}, '/opt/tracedeck', null)).toEqual({ program: '/opt/tracedeck', args: ['--hidden'] });
  expect(loginCommand({}, '/e', '/main.js')).toEqual({ program: '/e', args: ['/main.js', '--hidden'] });
  expect(loginCommand({ APPIMAGE: '/a/T.AppImage' }, '/tmp/.mount/x', null)).toEqual({
    program: '/a/T.AppImage',
    args: ['--hidden'],
  });
});

test('it is written and removed, as often as asked', () => {
  const folder = testFolder();
  const file = path.join(folder, 'autostart', 'tracedeck.desktop');
  setAutostart(file, null);
  setAutostart(file, 'a');
  setAutostart(file, 'b');
  expect(readFileSync(file, 'utf8')).toBe('b');
  setAutostart(file, null);
  expect(existsSync(file)).toBe(false);
});

test('what is there starts another file from now on, and stays switched off; what is not there stays away', () => {
  const folder = testFolder();
  const file = path.join(folder, 'tracedeck.desktop');
  const renamed = autostartEntry('/a/$& Tracedeck-2.0.0.AppImage', ['--hidden']);
  renewAutostart(file, renamed);
  expect(existsSync(file)).toBe(false);
  const off = '[Desktop Action quit]\nHidden=true\n';
  writeFileSync(file, autostartEntry('/a/Tracedeck-1.0.0.AppImage', ['--hidden']) + off);
  renewAutostart(file, renamed);
  expect(readFileSync(file, 'utf8')).toBe(renamed + off);
});
