/**
 * What a page in the desktop window has beyond a browser, as `window.tracedeck`; absent in a browser. All else goes over
 * REST and SSE. A promise of it rejects with one clear line for a person.
 */
export interface Bridge {
  readonly platform: NodeJS.Platform;
  /** Of Tracedeck. */
  readonly version: string;
  /** Opens the system's browser. Resolves to false for anything but http and https, and from any other page. */
  openExternal(url: string): Promise<boolean>;
  /** Puts text on the clipboard; the page itself has no permission to. */
  copyText(text: string): Promise<void>;

  /** Settings that the app keeps, beside those that `/api/v1/settings` changes. */
  settings(): Promise<DesktopSettings>;
  /** A part of the settings as it stands in a settings file: `{desktop: {close_to_tray: false}}`. All of it or nothing. */
  changeSettings(patch: object): Promise<DesktopSettings>;
  /** Ends the app well and starts it again. */
  restart(): Promise<void>;
  /** Shows the folder of the log. */
  showLogs(): Promise<void>;

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

export const bridgeName = 'tracedeck';

export interface DesktopSettings {
  readonly desktop: {
    readonly close_to_tray: boolean;
    readonly start_at_login: boolean;
    readonly error_badge: boolean;
    readonly notifications: {
      readonly errors: boolean;
      readonly cost_dollars: number | null;
      readonly duration_secs: number | null;
    };
    readonly updates: { readonly enabled: boolean };
  };
  /** As they will be after the next start, by dotted key. */
  readonly next_start: Readonly<Record<string, unknown>>;
  /** Something was changed that counts from the next start. */
  readonly needs_restart: boolean;
  /** What can't be changed here, and what holds it: a variable or a flag. */
  readonly held: Readonly<Record<string, string>>;
  readonly data_dir: string;
  /** Where changes are written. */
  readonly file: string;
  /** Whether there is a tray to close to. */
  readonly has_tray: boolean;
}

export type NoticeAction = 'restart' | 'show-logs' | 'cancel-move' | 'install-update' | 'agree-to-updates';

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

/** The messages behind the bridge: what the page sends and what it is answered. */
export interface Messages {
  'open-external': { readonly argument: string; readonly answer: boolean };
  'copy-text': { readonly argument: string; readonly answer: void };
  settings: { readonly argument: undefined; readonly answer: DesktopSettings };
  'change-settings': { readonly argument: object; readonly answer: DesktopSettings };
  restart: { readonly argument: undefined; readonly answer: void };
  'show-logs': { readonly argument: undefined; readonly answer: void };
  'choose-folder': { readonly argument: undefined; readonly answer: string | null };
  'move-data': { readonly argument: string; readonly answer: void };
  'cancel-move': { readonly argument: undefined; readonly answer: void };
  updates: { readonly argument: undefined; readonly answer: UpdateState };
  'check-for-updates': { readonly argument: undefined; readonly answer: UpdateState };
  'install-update': { readonly argument: undefined; readonly answer: UpdateState };
  'command-line-plan': { readonly argument: undefined; readonly answer: CommandLinePlan };
  'install-command-line': { readonly argument: undefined; readonly answer: string };
  notices: { readonly argument: undefined; readonly answer: readonly Notice[] };
  'dismiss-notice': { readonly argument: number; readonly answer: void };
}

/** What the app tells the page unasked. */
export interface Tidings {
  notices: readonly Notice[];
  navigate: string;
}

export type Channel = keyof Messages;

/** What is wrong with a message's argument; null where nothing is. Whatever a page sends is checked before it is used. */
export function problemOf(channel: Channel, argument: unknown): string | null {
  const wanted = argumentTypes[channel];
  const isRight =
    wanted === 'nothing'
      ? argument === undefined
      : wanted === 'object'
        ? typeof argument === 'object' && argument !== null && !Array.isArray(argument)
        : typeof argument === wanted;
  return isRight ? null : `${channel} takes ${wanted === 'nothing' ? 'nothing' : `a ${wanted}`}`;
}

const argumentTypes: Readonly<Record<Channel, 'nothing' | 'string' | 'number' | 'object'>> = {
  'open-external': 'string',
  'copy-text': 'string',
  settings: 'nothing',
  'change-settings': 'object',
  restart: 'nothing',
  'show-logs': 'nothing',
  'choose-folder': 'nothing',
  'move-data': 'string',
  'cancel-move': 'nothing',
  updates: 'nothing',
  'check-for-updates': 'nothing',
  'install-update': 'nothing',
  'command-line-plan': 'nothing',
  'install-command-line': 'nothing',
  notices: 'nothing',
  'dismiss-notice': 'number',
};

export const channels = Object.keys(argumentTypes) as Channel[];
