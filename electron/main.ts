import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog } from 'electron';
import { loadConfigWithOrigin } from '../collector/config.ts';
import { makeFolder } from '../collector/make-folder.ts';
import { setUpBridge } from './bridge-answers.ts';
import { CollectorHost } from './collector-host.ts';
import { readFlags } from './flags.ts';
import { log } from './log.ts';
import { registerAppScheme, setUpProtocol } from './protocol.ts';
import { setUpNavigation, setUpPermissions } from './security.ts';
import { setUpMenu, setUpWindow } from './window.ts';

const rendererFolder = fileURLToPath(new URL('../renderer', import.meta.url));

// No await at the top level: Electron is ready only after this module has been evaluated (electron/electron#40719).
try {
  const { config, origin } = readConfig();
  registerAppScheme();
  setUpIdentity(config.storage.data_dir);
  if (setUpSingleInstance()) {
    const collector = new CollectorHost(config, log, origin);
    setUpQuit(collector);
    setUpNavigation();
    app
      .whenReady()
      .then(() => open(collector))
      .catch(fail);
  }
} catch (error) {
  fail(error);
}

async function open(collector: CollectorHost): Promise<void> {
  setUpPermissions();
  const { http } = await collector.start();
  log.info(`Tracedeck is listening on ${http}`);
  setUpProtocol(rendererFolder, http, collector.issueToken());
  setUpBridge();
  setUpMenu();
  setUpWindow();
}

function readConfig(): ReturnType<typeof loadConfigWithOrigin> {
  const { config: file, overrides } = readFlags(process.argv.slice(1));
  return loadConfigWithOrigin({ env: process.env, workingDirectory: process.cwd(), file, flags: overrides });
}

/** One app per data directory: what Chromium keeps lies inside it, and its lock with it. */
function setUpIdentity(dataDirectory: string): void {
  const folder = join(dataDirectory, 'window');
  makeFolder(folder);
  app.setName('Tracedeck');
  app.setPath('userData', folder);
}

/** False in a second start: the first has been told, which shows its window, and this one ends. */
function setUpSingleInstance(): boolean {
  if (app.requestSingleInstanceLock()) return true;
  app.quit();
  return false;
}

/** Leaving waits until what was accepted is written. */
function setUpQuit(collector: CollectorHost): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    collector
      .stop()
      .catch((error: unknown) => log.error(`the collector did not stop well: ${String(error)}`))
      .finally(() => {
        stopped = true;
        app.quit();
      });
  });
}

/** Before the app is ready there is no dialog, and under test nobody to close it. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  log.error(message);
  if (app.isReady() && !process.env['CI']) dialog.showErrorBox('Tracedeck cannot start', message);
  app.exit(1);
}
