import { Menu } from 'electron';
import { menuModel, type MenuActions, type MenuFacts } from './menu-model.ts';

/** Puts the menu up, and anew when what it shows has changed. */
export class AppMenu {
  readonly #actions: MenuActions;
  #shown: MenuFacts | null = null;

  constructor(actions: MenuActions) {
    const togglePause = (): void => {
      actions.togglePause();
      // Electron has turned the tick already, whatever comes of it.
      if (this.#shown) this.#draw(this.#shown);
    };
    this.#actions = { ...actions, togglePause };
  }

  update(facts: MenuFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.#shown)) return;
    this.#shown = facts;
    this.#draw(facts);
  }

  #draw(facts: MenuFacts): void {
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuModel(facts, this.#actions)));
  }
}
