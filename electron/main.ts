import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { loadConfig, type LoadedConfig } from '../collector/config/config.ts';
import { setUpBridge } from './bridge-answers.ts';
import { CollectorConnection } from './collector/connection.ts';
import { Pulse } from './collector/pulse.ts';
import { ownWords } from './command-line/own-words.ts';
import { LogFile } from './crash/log-file.ts';
import { setUpLog, setUpUncaughtErrors } from './crash/main-errors.ts';
import { Desktop } from './desktop.ts';
import { fail } from './fail.ts';
import { Opening, withoutScript } from './files/opening.ts';
import { readFlags } from './flags.ts';
import { isFirstInstance, setUpIdentity } from './identity.ts';
import { AppMenu } from './menu/menu.ts';
import { Notices } from './notices.ts';
import { LiveTelling } from './notifications/live-telling.ts';
import { setUpQuit } from './quit.ts';
import { setUpNavigation, setUpPermissions } from './security.ts';
import { applyStartAtLogin, renewStartAtLogin, wasStartedAtLogin } from './settings/apply.ts';
import { DesktopSettings } from './settings/desktop-settings.ts';
import { isForSomething, readStartRequest } from './start-request.ts';
import { StatusDisplay } from './status-display.ts';
import { TrayWatch } from './tray/tray-watch.ts';
import { setUpUpdates } from './updates/set-up.ts';
import { onWindowClose } from './window/on-close.ts';
import { PageLife } from './window/page-life.ts';
import { registerAppScheme, setUpProtocol } from './window/protocol.ts';
import { MainWindow } from './window/window.ts';

const rendererFolder = fileURLToPath(new URL('../renderer', import.meta.url));
const version = process.env['TRACEDECK_VERSION'] ?? app.getVersion();
const { platform } = process;
const args = process.argv.slice(1);

// No await at the top level: Electron is ready only after this module has been evaluated (electron/electron#40719).
startApp();

/** What must be before Electron is ready. */
function startApp(): void {
  try {
    const { config, overrides: flags } = readFlags(args);
    // Who opens a file has not agreed to settings that lie beside it.
    const file = config ?? (isForSomething(args, !app.isPackaged) ? null : config);
    const sources = { env: process.env, workingDirectory: process.cwd(), file, flags };
    const loaded = loadConfig(sources);
    registerAppScheme();
    const { windowState } = setUpIdentity(loaded.config.storage.data_dir);
    if (isFirstInstance()) runApp(loaded, windowState);
  } catch (error) {
    fail(error);
  }
}

function runApp({ config, origin, files }: LoadedConfig, stateFile: string): void {
  const logFile = new LogFile({ folder: join(config.storage.data_dir, 'logs') });
  const notices: Notices = new Notices((all) => window.tell('notices', all));
  const log = setUpLog(logFile, notices);
  setUpUncaughtErrors(log, logFile);
  setUpNavigation(log);

  const connection = new CollectorConnection({
    config,
    origin,
    log,
    version,
    commandLine: ownWords(process, app.isPackaged),
  });
  const request = connection.request.bind(connection);
  const opening = new Opening();
  const updater = setUpUpdates(config.desktop, log, notices);
  const life = new PageLife();
  const quit = setUpQuit({ log, stop });
  const tray = new TrayWatch({ platform });
  const window: MainWindow = new MainWindow({
    log,
    stateFile,
    life,
    onFocus: () => telling.looked(),
    onClose: () =>
      onWindowClose({
        quitting: quit.isUnderWay,
        closeToTray: config.desktop.close_to_tray,
        hasTray: tray.isThere,
        platform,
      }),
  });
  const telling: LiveTelling = new LiveTelling({ request, settings: config.desktop, window });
  let status: StatusDisplay | null = null;
  const pulse: Pulse = new Pulse({
    request,
    onFailure: (error) => log.error(`what the app does now and then failed: ${String(error)}`),
    onBeat: async (health) => {
      await tray.look();
      status?.show(health);
      if (health && (health.ingest.spans_per_second > 0 || health.queue.bytes > 0)) updater.noteBusy();
      // It waits for the network, which the looks at the collector must not.
      void updater.advance();
      await connection.noteAnswer(health !== null);
    },
  });

  async function open(): Promise<void> {
    setUpPermissions();
    await tray.look();
    await connection.start();
    setUpProtocol({ folder: rendererFolder, target: () => connection.target, life: () => life.signal });
    const settings = new DesktopSettings({
      config,
      origin,
      hasTray: () => tray.isThere,
      onChange: settingsChanged,
    });
    const desktop = new Desktop({
      config,
      settingsFiles: files,
      connection,
      window,
      opening,
      settings,
      updater,
      notices,
      log,
      logFile,
      seen: () => status?.seen ?? { paused: false, endpoint: null },
      look: () => void pulse.beat(),
    });
    setUpBridge(desktop.answers());
    status = new StatusDisplay({
      settings: config.desktop,
      isAttached: () => connection.isAttached,
      menu: new AppMenu(desktop.menuActions()),
      hasTray: () => tray.isThere,
      onTray: (action) => desktop.onTray(action),
    });
    const asked = withoutScript(readStartRequest(args, (file) => resolve(file)));
    renewStartAtLogin(config.desktop.start_at_login, log);
    const hidden = asked.hidden || wasStartedAtLogin(config.desktop.start_at_login, platform);
    opening.begin({ request, show: (path) => window.show(path), notices }, { ...asked, hidden });
    pulse.start();
    telling.start();
    // Hidden without a tray there would be no way to the window.
    if (hidden && !(await tray.wait()) && !window.window && !quit.isUnderWay) window.show();
  }

  function settingsChanged(keys: readonly string[]): void {
    // Otherwise it is what the system has made of it: it may have been switched off there.
    if (keys.includes('desktop.start_at_login')) applyStartAtLogin(config.desktop.start_at_login, log);
    telling.settingsChanged();
    void pulse.beat();
  }

  async function stop(): Promise<void> {
    pulse.stop();
    telling.stop();
    await connection.stop();
    await updater.installAtQuit();
  }

  app.whenReady().then(open).catch(fail);
}
