import { fileURLToPath } from 'node:url';
import {
  Menu,
  nativeImage,
  nativeTheme,
  Tray,
  type MenuItemConstructorOptions,
  type NativeImage,
} from 'electron';
import { trayIcon, type TrayTone } from '../icons.ts';
import type { TrayAction, TrayItem, TrayModel } from './tray-model.ts';

/** The icon beside the clock. */
export class TrayIcon {
  readonly #tray: Tray;
  readonly #onAction: (action: TrayAction) => void;
  #shown = '';
  #tone: TrayTone;

  constructor(model: TrayModel, onAction: (action: TrayAction) => void) {
    this.#onAction = onAction;
    this.#tone = model.tone;
    this.#tray = new Tray(iconOf(model.tone));
    // A panel that turns dark needs the other icon.
    nativeTheme.on('updated', () => this.#tray.setImage(iconOf(this.#tone)));
    // On Linux and Windows a click opens the window; on a Mac, and with the other button, the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', () => onAction('open'));
    this.update(model);
  }

  /** Only what has changed is drawn: a menu that is replaced closes under the pointer. */
  update(model: TrayModel): void {
    const next = JSON.stringify(model);
    if (next === this.#shown) return;
    this.#shown = next;
    this.#tone = model.tone;
    this.#tray.setImage(iconOf(model.tone));
    this.#tray.setToolTip(model.tooltip);
    this.#tray.setContextMenu(Menu.buildFromTemplate(model.items.map((item) => this.#toMenu(item))));
  }

  #toMenu(item: TrayItem): MenuItemConstructorOptions {
    if (item.type === 'separator') return item;
    if (item.type === 'text') return { label: item.label, enabled: false };
    const { label, action, checked } = item;
    return {
      label,
      click: () => this.#onAction(action),
      ...(checked === undefined ? {} : { type: 'checkbox', checked }),
    };
  }
}

function iconOf(tone: TrayTone): NativeImage {
  const file = trayIcon(tone, process.platform, nativeTheme.shouldUseDarkColors);
  return nativeImage.createFromPath(fileURLToPath(file));
}
