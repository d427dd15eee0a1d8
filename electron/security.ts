import { app, session, shell } from 'electron';
import type { Log } from '../collector/lib/log.ts';
import { isAppUrl, isWebUrl } from './addresses.ts';

/** Everything that a page may ask of the system is refused: the default is to allow it. */
export function setUpPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

/** The page stays where it is, but may load anew; links lead into the system's browser. Holds for every page that is ever made. */
export function setUpNavigation(log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      void openExternal(url, log);
      return { action: 'deny' };
    });
    contents.on('will-navigate', (event) => {
      if (event.url === contents.getURL() && isAppUrl(event.url)) return;
      event.preventDefault();
      void openExternal(event.url, log);
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** Hands a link to the system's browser. Never rejects: false where there is none, and for anything but http and https. */
export function openExternal(url: string, log: Log): Promise<boolean> {
  if (!isWebUrl(url)) return Promise.resolve(false);
  return shell.openExternal(url).then(
    () => true,
    (error: unknown) => {
      log.warn(`cannot open ${url}: ${String(error)}`);
      return false;
    },
  );
}
