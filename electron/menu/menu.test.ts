import { expect, test } from 'vitest';
import { Menu, type MenuEntry } from '../testing/electron-stand-in.ts';
import type { MenuActions } from './menu-model.ts';
import { AppMenu } from './menu.ts';

const all = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...all(entry.submenu ?? [])]);
const pause = (): MenuEntry | undefined => all(Menu.shown).find(({ label }) => label === 'Pause Receiving');
const facts = { platform: 'linux', paused: false, isUnpackaged: false } as const;

test('it is put up anew only when something has changed', () => {
  const menu = new AppMenu({} as MenuActions);
  menu.update(facts);
  const { shown } = Menu;
  menu.update({ ...facts });
  expect(Menu.shown).toBe(shown);
  menu.update({ ...facts, paused: true });
  expect(pause()?.checked).toBe(true);
});

test('a tick shows what counts after a click, also where nothing has come of it', () => {
  let toggled = 0;
  const menu = new AppMenu({ togglePause: () => void toggled++ } as unknown as MenuActions);
  menu.update(facts);
  pause()?.click?.();
  expect([toggled, pause()?.checked]).toEqual([1, false]);
});
