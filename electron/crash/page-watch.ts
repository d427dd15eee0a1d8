import { app, dialog, type BrowserWindow } from 'electron';
import type { Log } from '../../collector/lib/log.ts';
import type { PageLife } from '../window/page-life.ts';
import { offerAfterCrash, offerWhileHanging, type CrashChoice, type CrashOffer } from './crash-offer.ts';

/** Offers a reload where the page crashes or hangs, and writes down why. */
export function watchPage(window: BrowserWindow, life: PageLife, log: Log): void {
  let isAsking = false;
  /** We have ended the page's process, which is told like any other end of it. */
  let isOurs = false;
  const ask = async (offer: CrashOffer): Promise<void> => {
    if (isAsking || window.isDestroyed()) return;
    isAsking = true;
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        message: offer.message,
        detail: offer.detail,
        buttons: [...offer.buttons],
        defaultId: 0,
        // The Escape key must not end the receiving.
        cancelId: offer.choices[1] === 'quit' ? 0 : 1,
        noLink: true,
      });
      act(offer.choices[response] ?? offer.choices[1]);
    } finally {
      isAsking = false;
    }
  };
  const act = (choice: CrashChoice): void => {
    if (choice === 'quit') return app.quit();
    if (window.isDestroyed()) return;
    const { webContents } = window;
    if (choice === 'wait' && !webContents.isCrashed()) return;
    // One that hangs would never come to a reload by itself.
    isOurs = !webContents.isCrashed();
    if (isOurs) webContents.forcefullyCrashRenderer();
    webContents.reload();
  };
  const offer = (what: CrashOffer): void =>
    void ask(what).catch((error: unknown) => log.warn(`a reload could not be offered: ${String(error)}`));

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    // The page that takes its place is on its way, and lives.
    if (isOurs) return void (isOurs = false);
    life.end();
    const what = offerAfterCrash(reason);
    if (!what) return;
    log.error(`the window's page is gone: ${reason}, exit code ${exitCode}`);
    offer(what);
  });
  window.on('unresponsive', () => {
    log.warn("the window's page does not answer");
    offer(offerWhileHanging);
  });
}
