import { app } from 'electron';
import { loadConfig } from '../collector/config/config.ts';
import { fail } from './fail.ts';
import { readFlags } from './flags.ts';
import { isFirstInstance, setUpIdentity } from './identity.ts';
import { RunningApp } from './running-app.ts';
import { isForSomething } from './start-request.ts';
import { registerAppScheme } from './window/protocol.ts';

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
    if (!isFirstInstance()) return;
    const running = new RunningApp({ loaded, args, windowState });
    app
      .whenReady()
      .then(() => running.open())
      .catch(fail);
  } catch (error) {
    fail(error);
  }
}
