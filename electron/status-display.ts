import { app } from 'electron';
import type { Config } from '../collector/config/config.ts';
import type { Health } from '../collector/contract/health.ts';
import type { AppMenu } from './menu/menu.ts';
import { endpointOf, trayModel, type TrayAction, type TrayModel } from './tray/tray-model.ts';
import { TrayIcon } from './tray/tray.ts';

export interface StatusDisplayOptions {
  /** Read anew each time. */
  readonly settings: Config['desktop'];
  readonly isAttached: () => boolean;
  readonly menu: AppMenu;
  /** Asked until there is one. */
  readonly hasTray: () => boolean;
  readonly onTray: (action: TrayAction) => void;
}

/** Shows how the collector is, in the tray and the menu. */
export class StatusDisplay {
  readonly #options: StatusDisplayOptions;
  #tray: TrayIcon | null = null;
  #health: Health | null = null;

  constructor(options: StatusDisplayOptions) {
    this.#options = options;
    this.#updateTray();
    this.#updateMenu();
  }

  /** What was seen last. */
  get seen(): { readonly paused: boolean; readonly endpoint: string | null } {
    return { paused: this.#health?.receiving.paused ?? false, endpoint: endpointOf(this.#health) };
  }

  show(health: Health | null): void {
    this.#health = health;
    this.#updateTray();
    this.#updateMenu();
  }

  #updateTray(): void {
    const { hasTray, onTray } = this.#options;
    if (this.#tray) this.#tray.update(this.#model());
    else if (hasTray()) this.#tray = new TrayIcon(this.#model(), onTray);
  }

  #model(): TrayModel {
    const { settings, isAttached } = this.#options;
    return trayModel({
      health: this.#health,
      isAttached: isAttached(),
      startAtLogin: settings.start_at_login,
    });
  }

  #updateMenu(): void {
    const { paused } = this.seen;
    this.#options.menu.update({
      platform: process.platform,
      paused,
      isUnpackaged: !app.isPackaged,
    });
  }
}
