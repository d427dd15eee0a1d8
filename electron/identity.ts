import { join } from 'node:path';
import { app } from 'electron';
import { makeFolder } from '../collector/lib/make-folder.ts';
import { linkScheme } from './deep-links.ts';
import type { SecondStart } from './start-request.ts';

/** One app per data directory: what Chromium keeps lies inside it, and the lock of the single instance with it. */
export function setUpIdentity(dataDirectory: string): { readonly windowState: string } {
  const folder = join(dataDirectory, 'window');
  makeFolder(folder);
  app.setName('Tracedeck');
  app.setPath('userData', folder);
  // Windows groups windows and notifications by it; the installer gives the same to the shortcut.
  app.setAppUserModelId('dev.tracedeck.app');
  return { windowState: join(folder, 'window-state.json') };
}

/**
 * False in a second start: the first has been told what it was asked for, and this one ends. An app that runs from its
 * sources does not make itself the one for links: it would stay so when it is gone.
 */
export function isFirstInstance(): boolean {
  const start: SecondStart = { argv: process.argv };
  if (!app.requestSingleInstanceLock({ ...start })) {
    app.quit();
    return false;
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  return true;
}
