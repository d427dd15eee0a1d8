// The part of the stand-in for Electron that draws: menus, the tray and its icons.
import { EventEmitter } from 'node:events';

export interface MenuEntry {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly checked?: boolean;
  readonly submenu?: readonly MenuEntry[];
  readonly click?: () => void;
}

/** As Electron makes them: a click turns the tick of a checkbox before anything else. */
function made(entry: MenuEntry): MenuEntry {
  const item: { checked?: boolean } & MenuEntry = {
    ...entry,
    ...(entry.submenu ? { submenu: entry.submenu.map(made) } : {}),
    click: () => {
      if (entry.type === 'checkbox') item.checked = !(item.checked ?? false);
      entry.click?.();
    },
  };
  return item;
}

export const Menu = {
  /** What is up there now. */
  shown: [] as readonly MenuEntry[],
  buildFromTemplate: (template: readonly MenuEntry[]): readonly MenuEntry[] => template.map(made),
  setApplicationMenu: (menu: readonly MenuEntry[]): void => void (Menu.shown = menu),
};

export class Tray extends EventEmitter {
  static readonly made: Tray[] = [];
  images: Image[];
  tooltip = '';
  menus: (readonly MenuEntry[])[] = [];

  constructor(image: Image) {
    super();
    this.images = [image];
    Tray.made.push(this);
  }
  setImage(image: Image): void {
    this.images.push(image);
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: readonly MenuEntry[]): void {
    this.menus.push(menu);
  }
}

interface Image {
  readonly path: string;
  setTemplateImage(): void;
}
export const nativeImage = {
  createFromPath: (path: string): Image => ({ path, setTemplateImage: () => {} }),
};
/** The two differ on Windows, where apps are light or dark apart from the taskbar. */
export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: false,
  shouldUseDarkColorsForSystemIntegratedUI: false,
});
