import { expect, test } from 'vitest';
import { menuModel, type MenuActions } from '../../electron/menu/menu-model.ts';
import { SCREENS } from '../app/screens.ts';

test('the menu of the desktop app leads to every screen of the sidebar, by its name', () => {
  const ledTo: string[] = [];
  const actions = { goTo: (page) => void ledTo.push(page) } as MenuActions;
  const menu = menuModel({ platform: 'linux', paused: false, isUnpackaged: false }, actions);
  const screens = menu
    .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    .filter(({ accelerator = '' }) => /\+[\d,]$/.test(accelerator))
    .map(({ label = '', click }) => {
      (click as () => void)();
      return { label: label.replace('…', ''), page: ledTo.at(-1) };
    });
  const named = SCREENS.map(({ label, page }) => ({ label, page }));
  expect(new Set(screens)).toEqual(new Set(named));
});
