import { app, autoUpdater } from 'electron';
import type { Log } from '../collector/lib/log.ts';
import { quitsWithoutWindows } from './window/on-close.ts';

export interface QuitOptions {
  readonly log: Log;
  /** Resolves when what was accepted is written. */
  readonly stop: () => Promise<void>;
}

/** Leaving waits until what was accepted is written. `isUnderWay` from the moment that somebody asked for it, unless it fails. */
export function setUpQuit({ log, stop }: QuitOptions): { readonly isUnderWay: boolean } {
  let quits = false;
  let installs = false;
  let stopped = false;
  app.on('before-quit', () => (quits = true));
  // On a Mac an installation closes the windows first, and the app is asked to quit only when all of them are closed:
  // where it fails then, the app goes on.
  autoUpdater.on('before-quit-for-update', () => (installs = true));
  autoUpdater.on('error', () => (installs = false));
  app.on('window-all-closed', () => {
    if (quitsWithoutWindows({ platform: process.platform })) app.quit();
  });
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    stop()
      .catch((error: unknown) => log.error(`the collector did not stop well: ${String(error)}`))
      .finally(() => {
        stopped = true;
        app.quit();
      });
  });
  // From a terminal, and from a system that shuts down.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  return {
    get isUnderWay() {
      return quits || installs;
    },
  };
}
