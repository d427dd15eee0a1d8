import { fileURLToPath } from 'node:url';
import { BrowserWindow, screen } from 'electron';
import type { Log } from '../../collector/lib/log.ts';
import { appUrl } from '../addresses.ts';
import type { Tidings } from '../bridge.ts';
import { watchPage } from '../crash/page-watch.ts';
import { windowIcon } from '../icons.ts';
import type { PageLife } from './page-life.ts';
import { fitState, readState, smallest, writeState } from './window-state.ts';

const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));

export interface MainWindowOptions {
  readonly log: Log;
  /** Where the window was is kept here. */
  readonly stateFile: string;
  readonly life: PageLife;
  /** Asked each time that somebody closes it. */
  readonly onClose: () => 'hide' | 'close';
  readonly onFocus: () => void;
}

/** The one window. It may be hidden, or not there at all; what is shown in it is said by its address. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #project = 'default';
  readonly #hideNow = (): void => this.#window?.hide();

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  get hasFocus(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** That of the page which is shown, or was shown last; encoded, as it stands in addresses. */
  get project(): string {
    return this.#project;
  }

  /** To whom a dialog belongs. */
  get window(): BrowserWindow | null {
    return this.#window;
  }

  /** Brings it to the front, and to a page where one is named. */
  show(path: string | null = null): void {
    const window = this.#window;
    if (!window) return this.#open(path ?? '/');
    window.off('leave-full-screen', this.#hideNow);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    if (path === null) return;
    // A page that is still loading hears nothing.
    if (window.webContents.isLoadingMainFrame()) this.#load(window, path);
    else this.tell('navigate', path);
  }

  /** Tells the page, if there is one. */
  tell<K extends keyof Tidings>(channel: K, value: Tidings[K]): void {
    this.#window?.webContents.send(channel, value);
  }

  back(): void {
    this.#window?.webContents.navigationHistory.goBack();
  }

  forward(): void {
    this.#window?.webContents.navigationHistory.goForward();
  }

  /** A mark on the icon in the taskbar of Windows. */
  setOverlay(icon: Electron.NativeImage | null, description: string): void {
    this.#window?.setOverlayIcon(icon, description);
  }

  #open(path: string): void {
    const { stateFile, log, life, onClose, onFocus } = this.#options;
    const state = fitState(
      readState(stateFile),
      screen.getAllDisplays().map(({ workArea }) => workArea),
    );
    const window = new BrowserWindow({
      ...state.position,
      width: state.width,
      height: state.height,
      minWidth: smallest.width,
      minHeight: smallest.height,
      title: 'Tracedeck',
      show: false,
      autoHideMenuBar: true,
      // Elsewhere it is that of the program.
      ...(process.platform === 'linux' ? { icon: fileURLToPath(windowIcon) } : {}),
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
      },
    });
    this.#window = window;
    if (state.maximized) window.maximize();
    // Shown when there is something to see.
    window.once('ready-to-show', () => window.show());
    window.on('focus', onFocus);
    window.on('close', (event) => {
      keepState(window, stateFile, log);
      if (onClose() === 'close') return;
      event.preventDefault();
      this.#hide(window);
    });
    window.on('closed', () => {
      this.#window = null;
      life.end();
    });
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) life.begin();
    });
    window.webContents.on('did-navigate', (_event, url) => {
      life.arrive();
      this.#noteProject(url);
    });
    window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame) this.#noteProject(url);
    });
    watchPage(window, life, log);
    this.#load(window, path);
  }

  /** On a Mac a window that is hidden in full screen leaves its black screen behind (electron/electron#20263). */
  #hide(window: BrowserWindow): void {
    if (process.platform !== 'darwin' || !window.isFullScreen()) return window.hide();
    window.off('leave-full-screen', this.#hideNow);
    window.once('leave-full-screen', this.#hideNow);
    window.setFullScreen(false);
  }

  #noteProject(url: string): void {
    this.#project = /^\/p\/([^/]+)/.exec(new URL(url).pathname)?.[1] ?? this.#project;
  }

  #load(window: BrowserWindow, path: string): void {
    window.loadURL(new URL(path, appUrl).href).catch((error: unknown) => {
      // Another load has taken its place.
      if ((error as NodeJS.ErrnoException).code === 'ERR_ABORTED') return;
      this.#options.log.error(`the page did not load: ${String(error)}`);
    });
  }
}

function keepState(window: BrowserWindow, file: string, log: Log): void {
  try {
    writeState(file, window.getNormalBounds(), window.isMaximized());
  } catch (error) {
    log.warn(`where the window is could not be kept: ${String(error)}`);
  }
}
