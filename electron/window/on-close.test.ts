import { expect, test } from 'vitest';
import { onWindowClose, quitsWithoutWindows, type ClosingFacts } from './on-close.ts';

const facts: ClosingFacts = { quitting: false, closeToTray: true, hasTray: true, platform: 'linux' };

test('closing hides to the tray, unless the setting or the system has none', () => {
  expect(onWindowClose(facts)).toBe('hide');
  expect(onWindowClose({ ...facts, closeToTray: false })).toBe('close');
  expect(onWindowClose({ ...facts, hasTray: false })).toBe('close');
  expect(onWindowClose({ ...facts, hasTray: false, platform: 'darwin' })).toBe('hide');
});

test('while the app quits every window closes', () => {
  expect(onWindowClose({ ...facts, quitting: true })).toBe('close');
});

test('the app ends with its last window, but not on a Mac', () => {
  expect(
    ['linux', 'win32', 'darwin'].map((platform) => quitsWithoutWindows({ platform } as ClosingFacts)),
  ).toEqual([true, true, false]);
});
