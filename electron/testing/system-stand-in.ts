// The part of the stand-in for Electron that stands between the app and the system or its page, and keeps nothing but what it was told.
import { EventEmitter } from 'node:events';

type Handler = (request: Request) => Promise<Response>;
export const protocol = {
  privileged: [] as object[],
  handlers: new Map<string, Handler>(),
  registerSchemesAsPrivileged: (schemes: object[]): void => void protocol.privileged.push(...schemes),
  /** A request comes without the signal of the page's (electron/lib/browser/api/protocol.ts). */
  handle: (scheme: string, handler: Handler): void =>
    void protocol.handlers.set(scheme, (request) => handler(new Request(request, { signal: null }))),
};

type PermissionHandler = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;
export const session = {
  defaultSession: {
    onPermission: null as PermissionHandler | null,
    setPermissionRequestHandler: (handler: PermissionHandler): void =>
      void (session.defaultSession.onPermission = handler),
    setPermissionCheckHandler: (): void => {},
    setDevicePermissionHandler: (): void => {},
    setDisplayMediaRequestHandler: (): void => {},
    flushStorageData: (): void => {},
  },
};

export const dialog = {
  /** Titles of what was shown. */
  shown: [] as string[],
  showErrorBox: (title: string): void => void dialog.shown.push(title),
  /** Whether it is closed by the Escape key, and not by its first button. */
  isEscaped: false,
  /** With the window that it belongs to, where there is one. */
  showMessageBox: (...words: readonly unknown[]): Promise<{ response: number }> => {
    const { message, cancelId = 0 } = words.at(-1) as { message: string; cancelId?: number };
    dialog.shown.push(message);
    return Promise.resolve({ response: dialog.isEscaped ? cancelId : 0 });
  },
  /** The button that is pressed where the answer is waited for. */
  pressed: 2,
  showMessageBoxSync: (): number => dialog.pressed,
  showOpenDialog: (): Promise<{ filePaths: string[] }> => Promise.resolve({ filePaths: [] }),
};

export const shell = {
  opened: [] as string[],
  openExternal: (url: string): Promise<void> => Promise.resolve(void shell.opened.push(url)),
  openPath: (path: string): Promise<string> => Promise.resolve((shell.opened.push(path), '')),
};

export const clipboard = {
  text: '',
  writeText: (text: string): void => void (clipboard.text = text),
};

type Answer = (event: { senderFrame: object | null }, argument: unknown) => unknown;
export const ipcMain = {
  answers: new Map<string, Answer>(),
  handle: (channel: string, answer: Answer): void => void ipcMain.answers.set(channel, answer),
};

export class Notification extends EventEmitter {
  static readonly shown: { title: string; body: string }[] = [];
  static isSupported(): boolean {
    return true;
  }
  readonly #text: { title: string; body: string };
  constructor(text: { title: string; body: string }) {
    super();
    this.#text = text;
  }
  show(): void {
    Notification.shown.push(this.#text);
  }
}

export const screen = {
  getAllDisplays: (): object[] => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};
