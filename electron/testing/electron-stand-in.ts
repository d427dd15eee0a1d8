// Takes the place of the `electron` package in unit tests: resolving the real one tries to download its runtime. It does
// nothing but remember what it was asked, and tells what the system would tell, so that the app as a whole runs under Node.
import { EventEmitter } from 'node:events';

export { Menu, nativeImage, nativeTheme, Tray, type MenuEntry } from './menu-stand-in.ts';
export {
  clipboard,
  dialog,
  ipcMain,
  Notification,
  protocol,
  screen,
  session,
  shell,
} from './system-stand-in.ts';

class App extends EventEmitter {
  isPackaged = false;
  readonly dock = undefined;
  /** What became of a second start's request to be the first. */
  isFirst = true;
  /** What it would have handed to the first. */
  handed: object | null = null;
  relaunched: object[] = [];
  exitCode: number | null = null;
  badge = 0;
  hasQuit = false;

  #isReady = false;

  /** Never before what asks for it has run to its end. */
  async whenReady(): Promise<void> {
    await Promise.resolve();
    this.#isReady = true;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  getVersion(): string {
    return '0.0.0';
  }
  requestSingleInstanceLock(data: object): boolean {
    this.handed = data;
    return this.isFirst;
  }
  /**
   * The app is started a second time, in a folder, and hands over what its request for the lock had. Its words come as
   * Chromium puts them: flags first, then words of its own, then the others (electron issues 1248 and 20322).
   */
  startAgain([program, ...words]: readonly string[], folder: string, handed: object | null): void {
    const isFlag = (word: string): boolean => word.startsWith('-');
    const [flags, others] = [words.filter(isFlag), words.filter((word) => !isFlag(word))];
    const argv = [program, ...flags, '--original-process-start-time=1', ...others];
    this.emit('second-instance', {}, argv, folder, structuredClone(handed));
  }
  setName(): void {}
  setPath(): void {}
  setAppUserModelId(): void {}
  setAsDefaultProtocolClient(): void {}
  wasOpenedAtLogin = false;
  setLoginItemSettings(): void {}
  getLoginItemSettings(): { wasOpenedAtLogin: boolean } {
    return { wasOpenedAtLogin: this.wasOpenedAtLogin };
  }
  setBadgeCount(count: number): void {
    this.badge = count;
  }
  relaunch(options: object = {}): void {
    this.relaunched.push(options);
  }
  exit(code = 0): void {
    this.exitCode = code;
  }
  /** As Electron does it: windows first, then whoever wants to finish something. */
  quit(): void {
    this.emit('before-quit', cancellable());
    for (const window of BrowserWindow.getAllWindows()) window.close();
    if (BrowserWindow.getAllWindows().length > 0) return;
    const event = cancellable();
    this.emit('will-quit', event);
    this.hasQuit = !event.isPrevented;
  }
}

export const app = new App();

/** Squirrel on a Mac, which electron-updater hands to what it has downloaded; it exists on every system. */
class AutoUpdater extends EventEmitter {
  /** How often it was asked to fetch what was downloaded. */
  fetched = 0;
  installed = 0;
  /** Why it can't install; null where it can. */
  refusal: string | null = null;
  #waitsForWindows = false;

  setFeedURL(): void {}
  checkForUpdates(): void {
    this.fetched++;
  }
  /** As Electron does it: windows first, and before those no `before-quit`; what is fetched is put in place after the end. */
  quitAndInstall(): void {
    this.emit('before-quit-for-update');
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) {
      if (this.refusal !== null) return void this.emit('error', new Error(this.refusal));
      this.installed++;
      return app.quit();
    }
    this.#waitsForWindows = true;
    for (const window of windows) window.close();
  }
  /** To be called when the last window has closed. */
  windowsAreClosed(): void {
    if (!this.#waitsForWindows) return;
    this.#waitsForWindows = false;
    this.quitAndInstall();
  }
}

export const autoUpdater = new AutoUpdater();

function cancellable(): { isPrevented: boolean; preventDefault(): void } {
  return {
    isPrevented: false,
    preventDefault() {
      this.isPrevented = true;
    },
  };
}

class WebContents extends EventEmitter {
  readonly sent: [channel: string, value: unknown][] = [];
  readonly navigationHistory = { goBack: () => {}, goForward: () => {} };
  url = '';
  isLoading = false;
  reloads = 0;
  #isGone = false;

  getURL(): string {
    return this.url;
  }
  /** As the page does it, by a link or by `location.reload()`; `loadURL` and `reload` ask nobody. True where it goes there. */
  navigate(url: string): boolean {
    const event = { ...cancellable(), url };
    this.emit('will-navigate', event);
    return !event.isPrevented;
  }
  isLoadingMainFrame(): boolean {
    return this.isLoading;
  }
  send(channel: string, value: unknown): void {
    this.sent.push([channel, value]);
  }
  setWindowOpenHandler(): void {}
  isCrashed(): boolean {
    return this.#isGone;
  }
  /** The page's process ends by itself, or by us; Electron tells of both alike, and of one that is gone nothing. */
  crash(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
  /** Ends the process that there is now, which is told a little later. */
  forcefullyCrashRenderer(): void {
    if (this.#isGone) return;
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }));
  }
  /** In a new process. */
  reload(): void {
    this.reloads++;
    this.#isGone = false;
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    setImmediate(() => this.emit('did-navigate', {}, 'app://tracedeck/'));
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly #all = new Set<BrowserWindow>();
  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }

  readonly options: Record<string, unknown>;
  readonly webContents = new WebContents();
  readonly loaded: string[] = [];
  #abortLoad: (error: Error) => void = () => {};
  isShown = false;
  isMini = false;
  isFull = false;

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    BrowserWindow.#all.add(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  /** One that is under way ends as Electron ends it when another takes its place. */
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.url = url;
    this.#abortLoad(
      Object.assign(new Error(`ERR_ABORTED (-3) loading '${url}'`), { code: 'ERR_ABORTED', errno: -3 }),
    );
    return new Promise((resolve, reject) => {
      this.#abortLoad = reject;
      queueMicrotask(() => this.emit('ready-to-show'));
      if (!this.webContents.isLoading) resolve();
    });
  }
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
  }
  focus(): void {
    this.emit('focus');
  }
  isFocused(): boolean {
    return this.isShown;
  }
  isMinimized(): boolean {
    return this.isMini;
  }
  restore(): void {
    this.isMini = false;
  }
  isFullScreen(): boolean {
    return this.isFull;
  }
  /** On a Mac it takes a moment, after which the window is told. */
  setFullScreen(isFull: boolean): void {
    setImmediate(() => {
      if (this.isDestroyed()) return;
      this.isFull = isFull;
      this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen');
    });
  }
  maximize(): void {}
  isMaximized(): boolean {
    return false;
  }
  isDestroyed(): boolean {
    return !BrowserWindow.#all.has(this);
  }
  getNormalBounds(): object {
    return { x: 10, y: 20, width: 800, height: 600 };
  }
  setOverlayIcon(): void {}
  /** As a person does it. */
  close(): void {
    const event = cancellable();
    this.emit('close', event);
    if (event.isPrevented) return;
    BrowserWindow.#all.delete(this);
    this.emit('closed');
    if (BrowserWindow.#all.size === 0) autoUpdater.windowsAreClosed();
    if (BrowserWindow.#all.size === 0 && app.listenerCount('window-all-closed') > 0 && !app.hasQuit)
      app.emit('window-all-closed');
  }
}
