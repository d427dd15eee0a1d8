/**
 * What a page in the desktop window has beyond a browser, as `window.tracedeck`; absent in a browser. All else goes over
 * REST and SSE. A promise of it rejects with one clear line for a person.
 */
export interface Bridge {
  /** As Node names it. */
  readonly platform: string;
  /** Of Tracedeck. */
  readonly version: string;
  /** Opens the system's browser. Resolves to false for anything but http and https, and from any other page. */
  openExternal(url: string): Promise<boolean>;
  /** Puts text on the clipboard; the page itself has no permission to. */
  copyText(text: string): Promise<void>;

  /** The id of the token that the window sends, as lists of tokens have it; null where it sends none of the list. */
  windowTokenId(): Promise<string | null>;

  /** Settings that the app keeps, beside those that `/api/v1/settings` changes. */
  settings(): Promise<DesktopSettings>;
  /** A part of the settings as it stands in a settings file: `{desktop: {close_to_tray: false}}`. All of it or nothing. */
  changeSettings(patch: object): Promise<DesktopSettings>;
  /** Ends the app well and starts it again. */
  restart(): Promise<void>;
  /** Shows the folder of the log. */
  showLogs(): Promise<void>;

  /**
   * Has the app store what a file on the disk holds in the project that is shown, and show a trace of it. Its progress is a
   * notice. False for a file that lies nowhere, as one that a program has made: that is uploaded as by a browser. The app
   * would be given an upload whole, and would not be told of its end.
   */
  openFile(file: File): Promise<boolean>;
  /** Ends the reading of files that is under way. */
  cancelOpening(): Promise<void>;

  /** Asks for a folder; null where none was chosen. */
  chooseFolder(): Promise<string | null>;
  /** Moves all data into an empty folder and starts again from there. Its progress is a notice. */
  moveData(folder: string): Promise<void>;
  /** Ends a move that is under way; all stays where it was. */
  cancelMove(): Promise<void>;

  updates(): Promise<UpdateState>;
  /** Looks for a new version now, which is a consent to this one look. */
  checkForUpdates(): Promise<UpdateState>;
  /** Installs what was downloaded, once no exports arrive. */
  installUpdate(): Promise<UpdateState>;

  /** What would put `tracedeck` on the PATH. */
  commandLinePlan(): Promise<CommandLinePlan>;
  /** Does it. Resolves with what to do next, if anything. */
  installCommandLine(): Promise<string>;

  /** What is to be said above the page. */
  notices(): Promise<readonly Notice[]>;
  dismissNotice(id: number): Promise<void>;
  /** Called with all of them whenever they change. Returns what ends that. */
  onNotices(listener: (notices: readonly Notice[]) => void): () => void;
  /** Called with a path of the page that a link, a notification or a menu leads to. Returns what ends that. */
  onNavigate(listener: (path: string) => void): () => void;
}

/** Those that the app may change, in the shape of `/api/v1/settings`. */
export interface DesktopSettings {
  /** As they will be after the next start; those of `desktop` count at once. */
  readonly settings: object;
  /** By dotted key, of all that is `changeable`: `default`, a file, `environment variable …` or `command line`. */
  readonly sources: Readonly<Record<string, string>>;
  readonly changeable: readonly string[];
  /** Where changes are written. */
  readonly file: string;
  /** Something was changed that counts from the next start. */
  readonly needs_restart: boolean;
  readonly data_dir: string;
  /** Whether there is a tray to close to. */
  readonly has_tray: boolean;
}

export type NoticeAction =
  | 'restart'
  | 'show-logs'
  | 'cancel-move'
  | 'cancel-opening'
  | 'install-update'
  | 'agree-to-updates';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'error';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** From 0 to 1; null where nothing runs. */
  readonly progress: number | null;
}

export interface UpdateState {
  readonly phase:
    | 'off'
    | 'unsupported'
    | 'current'
    | 'checking'
    | 'downloading'
    | 'ready'
    | 'waiting'
    | 'installing'
    | 'failed';
  /** What is offered, or why there is nothing. */
  readonly detail: string;
}

export interface CommandLinePlan {
  /** One sentence a step. */
  readonly steps: readonly string[];
  /** Why there is nothing to do, or nothing that can be done. */
  readonly reason: string | null;
}
