import { homedir } from 'node:os';
import { app, clipboard, dialog, session, shell } from 'electron';
import type { Config } from '../collector/config/config.ts';
import { errorMessage } from '../collector/lib/error-message.ts';
import type { Log } from '../collector/lib/log.ts';
import type { CollectorConnection } from './collector/connection.ts';
import type { Answers } from './bridge-answers.ts';
import { findOnPath, installOnPath } from './command-line/install.ts';
import { ownProgram } from './command-line/own-words.ts';
import { describePlan, planPath, type PathPlan } from './command-line/plan.ts';
import type { LogFile } from './crash/log-file.ts';
import { DataMove } from './data-move/data-move.ts';
import type { Opening } from './files/opening.ts';
import type { MenuActions } from './menu/menu-model.ts';
import type { Notices } from './notices.ts';
import { startAgainAfterEnd } from './restart/restart.ts';
import { openExternal } from './security.ts';
import type { DesktopSettings } from './settings/desktop-settings.ts';
import type { TrayAction } from './tray/tray-model.ts';
import { sayUpdates } from './updates/set-up.ts';
import type { Updater } from './updates/updater.ts';
import type { MainWindow } from './window/window.ts';

export interface DesktopParts {
  readonly config: Config;
  /** All that settings are read from. */
  readonly settingsFiles: readonly string[];
  readonly connection: CollectorConnection;
  readonly window: MainWindow;
  readonly opening: Opening;
  readonly settings: DesktopSettings;
  readonly updater: Updater;
  readonly notices: Notices;
  readonly log: Log;
  readonly logFile: LogFile;
  /** Whether receiving is paused, as far as it is known, and the endpoint of exporters. */
  readonly seen: () => { readonly paused: boolean; readonly endpoint: string | null };
  /** Looks at the collector at once, after something was changed there. */
  readonly look: () => void;
}

/** What a person can have done, by whatever menu, button or icon. */
export class Desktop {
  readonly #parts: DesktopParts;
  readonly #move: DataMove;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    const { connection, settings, notices, log, config, settingsFiles } = parts;
    this.#move = new DataMove({
      connection,
      settings,
      notices,
      log,
      dataDirectory: config.storage.data_dir,
      settingsFiles,
      flush: async () => session.defaultSession.flushStorageData(),
      startAgain: () => this.startAgain(),
    });
  }

  /** Ends well and starts again. */
  startAgain(): void {
    startAgainAfterEnd(this.#parts.log);
    app.quit();
  }

  menuActions(): MenuActions {
    const { window, logFile, log, connection } = this.#parts;
    return {
      goTo: (page) => window.show(`/p/${window.project}/${page}`),
      back: () => window.back(),
      forward: () => window.forward(),
      openFiles: () => this.#background(this.#chooseFiles()),
      copyEndpoint: () => this.#copyEndpoint(),
      togglePause: () => this.#background(this.#togglePause()),
      installCommandLine: () => this.#background(this.#offerCommandLine()),
      checkForUpdates: () => this.#background(this.#offerUpdates()),
      showLogs: () => void shell.openPath(logFile.folder),
      openDocumentation: () => void openExternal(`${connection.target.url}/api/v1/docs`, log),
    };
  }

  onTray(action: TrayAction): void {
    const { window, settings, config } = this.#parts;
    switch (action) {
      case 'open':
        return window.show();
      case 'toggle-pause':
        return this.#background(this.#togglePause());
      case 'copy-endpoint':
        return this.#copyEndpoint();
      case 'toggle-start-at-login':
        return this.#saying(() =>
          settings.change({ desktop: { start_at_login: !config.desktop.start_at_login } }),
        );
      case 'quit':
        return app.quit();
    }
  }

  answers(): Answers {
    const { connection, settings, updater, notices, log, logFile, window, opening } = this.#parts;
    return {
      'open-external': (url) => openExternal(url, log),
      'copy-text': (text) => clipboard.writeText(text),
      'window-token-id': () => connection.tokenId,
      settings: () => settings.report(),
      'change-settings': (patch) => settings.change(patch),
      restart: () => this.startAgain(),
      'show-logs': () => void shell.openPath(logFile.folder),
      'choose-folder': async () => {
        const properties = ['openDirectory', 'createDirectory'] as const;
        const { filePaths } = await dialog.showOpenDialog({ properties: [...properties] });
        return filePaths[0] ?? null;
      },
      'open-file': (file) => opening.files([file], window.project),
      'cancel-opening': () => opening.cancel(),
      'move-data': (folder) => this.#move.move(folder),
      'cancel-move': () => this.#move.cancel(),
      updates: () => updater.state,
      'check-for-updates': () => updater.look(),
      'install-update': () => updater.install(),
      'command-line-plan': () => describePlan(this.#planPath()),
      'install-command-line': () => this.#installCommandLine(),
      notices: () => notices.list(),
      'dismiss-notice': (id) => {
        notices.dismiss(id);
        window.tell('notices', notices.list());
      },
    };
  }

  async #togglePause(): Promise<void> {
    const { connection, seen, look } = this.#parts;
    const what = seen().paused ? 'resume' : 'pause';
    const answer = await connection.request(`/api/v1/ingest/${what}`, { method: 'POST' });
    await answer.body?.cancel();
    look();
    if (!answer.ok) throw new Error(`the collector can't ${what} receiving (${answer.status})`);
  }

  #copyEndpoint(): void {
    const { endpoint } = this.#parts.seen();
    if (endpoint !== null) void clipboard.writeText(endpoint);
  }

  async #chooseFiles(): Promise<void> {
    const { filePaths } = await dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'] });
    this.#parts.opening.files(filePaths);
  }

  async #offerUpdates(): Promise<void> {
    const { updater, config, notices, window } = this.#parts;
    window.show();
    sayUpdates(await updater.look(), config.desktop.updates.enabled, notices);
  }

  #planPath(): PathPlan | string {
    const { platform, env } = process;
    return planPath({
      platform,
      env,
      home: homedir(),
      isPackaged: app.isPackaged,
      program: ownProgram(process),
      found: findOnPath(platform === 'win32' ? ['tracedeck.cmd', 'tracedeck.exe'] : ['tracedeck'], env),
    });
  }

  async #installCommandLine(): Promise<string> {
    const plan = this.#planPath();
    if (typeof plan === 'string') throw new Error(plan);
    return installOnPath(plan);
  }

  /** What it will do is shown before it is done. */
  async #offerCommandLine(): Promise<void> {
    const { steps, reason } = describePlan(this.#planPath());
    const { response } = await dialog.showMessageBox({
      type: 'info',
      message: 'Put "tracedeck" on the PATH',
      detail: reason ?? steps.join('\n'),
      buttons: reason === null ? ['Install', 'Cancel'] : ['OK'],
      cancelId: reason === null ? 1 : 0,
      defaultId: 0,
      noLink: true,
    });
    if (reason !== null || response !== 0) return;
    this.#parts.notices.add({ tone: 'info', text: await this.#installCommandLine() });
  }

  #background(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.log.error(errorMessage(error)));
  }

  #saying(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.#parts.log.error(errorMessage(error));
    }
  }
}
