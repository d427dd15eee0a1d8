import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import type { LoadedConfig } from '../collector/config/config.ts';
import type { Health } from '../collector/contract/health.ts';
import type { Log } from '../collector/lib/log.ts';
import { setUpBridge } from './bridge-answers.ts';
import { CollectorConnection } from './collector/connection.ts';
import { Pulse } from './collector/pulse.ts';
import { ownWords } from './command-line/own-words.ts';
import { LogFile } from './crash/log-file.ts';
import { setUpLog, setUpUncaughtErrors } from './crash/main-errors.ts';
import { Desktop } from './desktop.ts';
import { Opening, withoutScript } from './files/opening.ts';
import { AppMenu } from './menu/menu.ts';
import { Notices } from './notices.ts';
import { LiveTelling } from './notifications/live-telling.ts';
import { setUpQuit } from './quit.ts';
import { setUpNavigation, setUpPermissions } from './security.ts';
import { applyStartAtLogin, renewStartAtLogin, wasStartedAtLogin } from './settings/apply.ts';
import { DesktopSettings } from './settings/desktop-settings.ts';
import { readStartRequest } from './start-request.ts';
import { StatusDisplay } from './status-display.ts';
import { TrayWatch } from './tray/tray-watch.ts';
import { setUpUpdates } from './updates/set-up.ts';
import type { Updater } from './updates/updater.ts';
import { onWindowClose } from './window/on-close.ts';
import { PageLife } from './window/page-life.ts';
import { setUpProtocol } from './window/protocol.ts';
import { MainWindow } from './window/window.ts';

const rendererFolder = fileURLToPath(new URL('../renderer', import.meta.url));
const version = process.env['TRACEDECK_VERSION'] ?? app.getVersion();
const { platform } = process;

export interface RunningAppOptions {
  readonly loaded: LoadedConfig;
  /** Of this start, without the program. */
  readonly args: readonly string[];
  /** Where the window's place is kept. */
  readonly windowState: string;
}

/** The app of this process, all that lives as long as it does. Made before Electron is ready, opened when it is. */
export class RunningApp {
  readonly #options: RunningAppOptions;
  readonly #logFile: LogFile;
  readonly #notices: Notices;
  readonly #log: Log;
  readonly #connection: CollectorConnection;
  readonly #opening: Opening;
  readonly #updater: Updater;
  readonly #life: PageLife;
  readonly #quit: { readonly isUnderWay: boolean };
  readonly #tray: TrayWatch;
  readonly #window: MainWindow;
  readonly #telling: LiveTelling;
  readonly #pulse: Pulse;
  /** Null until it is opened. */
  #status: StatusDisplay | null = null;

  constructor(options: RunningAppOptions) {
    this.#options = options;
    const { config, origin } = options.loaded;
    this.#logFile = new LogFile({ folder: join(config.storage.data_dir, 'logs') });
    this.#notices = new Notices((all) => this.#window.tell('notices', all));
    const log = (this.#log = setUpLog(this.#logFile, this.#notices));
    setUpUncaughtErrors(log, this.#logFile);
    setUpNavigation(log);

    const commandLine = ownWords(process, app.isPackaged);
    this.#connection = new CollectorConnection({ config, origin, log, version, commandLine });
    this.#opening = new Opening();
    this.#updater = setUpUpdates(config.desktop, log, this.#notices);
    this.#life = new PageLife();
    this.#quit = setUpQuit({ log, stop: () => this.#stop() });
    this.#tray = new TrayWatch({ platform });
    this.#window = this.#makeWindow();
    const request = this.#connection.request.bind(this.#connection);
    this.#telling = new LiveTelling({ request, settings: config.desktop, window: this.#window });
    this.#pulse = new Pulse({
      request,
      onFailure: (error) => log.error(`what the app does now and then failed: ${String(error)}`),
      onBeat: (health) => this.#onBeat(health),
    });
  }

  /** Shows what this start asked for, once there is a collector. Rejects where the app can't go on. */
  async open(): Promise<void> {
    setUpPermissions();
    await this.#tray.look();
    await this.#connection.start();
    setUpProtocol({
      folder: rendererFolder,
      target: () => this.#connection.target,
      life: () => this.#life.signal,
    });
    this.#setUpControls();
    const { start_at_login } = this.#options.loaded.config.desktop;
    const asked = withoutScript(readStartRequest(this.#options.args, (file) => resolve(file)));
    renewStartAtLogin(start_at_login, this.#log);
    const hidden = asked.hidden || wasStartedAtLogin(start_at_login, platform);
    this.#opening.begin(
      {
        request: this.#connection.request.bind(this.#connection),
        show: (path) => this.#window.show(path),
        notices: this.#notices,
      },
      { ...asked, hidden },
    );
    this.#pulse.start();
    this.#telling.start();
    // Hidden without a tray there would be no way to the window.
    if (hidden && !(await this.#tray.wait()) && !this.#window.window && !this.#quit.isUnderWay)
      this.#window.show();
  }

  #makeWindow(): MainWindow {
    const { desktop } = this.#options.loaded.config;
    return new MainWindow({
      log: this.#log,
      stateFile: this.#options.windowState,
      life: this.#life,
      onFocus: () => this.#telling.looked(),
      onClose: () =>
        onWindowClose({
          quitting: this.#quit.isUnderWay,
          closeToTray: desktop.close_to_tray,
          hasTray: this.#tray.isThere,
          platform,
        }),
    });
  }

  /** What a person can have done, and by what: the page, the menu and the tray. */
  #setUpControls(): void {
    const { config, origin, files } = this.#options.loaded;
    const hasTray = (): boolean => this.#tray.isThere;
    const settings = new DesktopSettings({
      config,
      origin,
      hasTray,
      onChange: (keys) => this.#onSettings(keys),
    });
    const desktop = new Desktop({
      config,
      settingsFiles: files,
      connection: this.#connection,
      window: this.#window,
      opening: this.#opening,
      settings,
      updater: this.#updater,
      notices: this.#notices,
      log: this.#log,
      logFile: this.#logFile,
      seen: () => this.#status?.seen ?? { paused: false, endpoint: null },
      look: () => void this.#pulse.beat(),
    });
    setUpBridge(desktop.answers());
    this.#status = new StatusDisplay({
      settings: config.desktop,
      isAttached: () => this.#connection.isAttached,
      menu: new AppMenu(desktop.menuActions()),
      hasTray,
      onTray: (action) => desktop.onTray(action),
    });
  }

  async #onBeat(health: Health | null): Promise<void> {
    await this.#tray.look();
    this.#status?.show(health);
    if (health && (health.ingest.spans_per_second > 0 || health.queue.bytes > 0)) this.#updater.noteBusy();
    // It waits for the network, which the looks at the collector must not.
    void this.#updater.advance();
    await this.#connection.noteAnswer(health !== null);
  }

  #onSettings(keys: readonly string[]): void {
    const { start_at_login } = this.#options.loaded.config.desktop;
    // Otherwise it is what the system has made of it: it may have been switched off there.
    if (keys.includes('desktop.start_at_login')) applyStartAtLogin(start_at_login, this.#log);
    this.#telling.settingsChanged();
    void this.#pulse.beat();
  }

  /** Resolves when what was accepted is written. */
  async #stop(): Promise<void> {
    this.#pulse.stop();
    this.#telling.stop();
    await this.#connection.stop();
    await this.#updater.installAtQuit();
  }
}
