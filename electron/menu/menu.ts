import { Menu } from 'electron';
import { menuModel, type MenuActions, type MenuFacts } from './menu-model.ts';

/** Puts the menu up, and anew when what it shows has changed. */
export class AppMenu {
  readonly #actions: MenuActions;
  #shown = '';

  constructor(actions: MenuActions) {
    this.#actions = actions;
  }

  update(facts: MenuFacts): void {
    const next = JSON.stringify(facts);
    if (next === this.#shown) return;
    this.#shown = next;
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuModel(facts, this.#actions)));
  }
}
