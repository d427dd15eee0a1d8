import { Menu, nativeImage, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron';
import { drawIcon, type IconStyle, type IconTone } from './draw-icon.ts';
import type { TrayAction, TrayItem, TrayModel } from './tray-model.ts';

/** The icon beside the clock. */
export class TrayIcon {
  readonly #tray: Tray;
  readonly #onAction: (action: TrayAction) => void;
  #shown = '';

  constructor(model: TrayModel, onAction: (action: TrayAction) => void) {
    this.#onAction = onAction;
    this.#tray = new Tray(iconOf(model.tone));
    // On Linux and Windows a click opens the window; on a Mac, and with the other button, the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', () => onAction('open'));
    this.update(model);
  }

  /** Only what has changed is drawn: a menu that is replaced closes under the pointer. */
  update(model: TrayModel): void {
    const next = JSON.stringify(model);
    if (next === this.#shown) return;
    this.#shown = next;
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

/** Drawn at two scales; macOS colours a template itself. */
function iconOf(tone: IconTone): NativeImage {
  const style: IconStyle = process.platform === 'darwin' ? 'template' : 'colour';
  const size = { darwin: 18, win32: 16 }[process.platform as string] ?? 22;
  const icon = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    const pixels = size * scaleFactor;
    const drawn = nativeImage.createFromBitmap(drawIcon(pixels, tone, style), {
      width: pixels,
      height: pixels,
      scaleFactor,
    });
    icon.addRepresentation({ scaleFactor, dataURL: drawn.toDataURL({ scaleFactor }) });
  }
  icon.setTemplateImage(style === 'template');
  return icon;
}
