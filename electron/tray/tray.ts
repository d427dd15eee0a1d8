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
  #shown: TrayModel | null = null;

  constructor(model: TrayModel, onAction: (action: TrayAction) => void) {
    this.#onAction = onAction;
    this.#tray = new Tray(iconOf(model.tone));
    // A panel that turns dark needs the other icon.
    nativeTheme.on('updated', () => this.#tray.setImage(iconOf(this.#shown?.tone ?? model.tone)));
    // On Linux and Windows a click opens the window; on a Mac, and with the other button, the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', () => onAction('open'));
    this.update(model);
  }

  /** Only what has changed is drawn: a menu that is replaced closes under the pointer. */
  update(model: TrayModel): void {
    const before = this.#shown;
    this.#shown = model;
    if (model.tone !== before?.tone) this.#tray.setImage(iconOf(model.tone));
    if (model.tooltip !== before?.tooltip) this.#tray.setToolTip(model.tooltip);
    if (JSON.stringify(model.items) !== JSON.stringify(before?.items)) this.#drawMenu(model);
  }

  #drawMenu({ items }: TrayModel): void {
    this.#tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => this.#toMenu(item))));
  }

  #toMenu(item: TrayItem): MenuItemConstructorOptions {
    if (item.type === 'separator') return item;
    if (item.type === 'text') return { label: item.label, enabled: false };
    const { label, action, checked } = item;
    if (checked === undefined) return { label, click: () => this.#onAction(action) };
    return { label, type: 'checkbox', checked, click: () => this.#toggle(action) };
  }

  #toggle(action: TrayAction): void {
    this.#onAction(action);
    // Electron has turned the tick already, whatever comes of it.
    if (this.#shown) this.#drawMenu(this.#shown);
  }
}

function iconOf(tone: TrayTone): NativeImage {
  // The taskbar of Windows has a brightness of its own, beside that of apps.
  const { shouldUseDarkColors, shouldUseDarkColorsForSystemIntegratedUI } = nativeTheme;
  const isDark =
    process.platform === 'win32' ? shouldUseDarkColorsForSystemIntegratedUI : shouldUseDarkColors;
  const file = trayIcon(tone, process.platform, isDark);
  return nativeImage.createFromPath(fileURLToPath(file));
}
