import { app, dialog, type BrowserWindow } from 'electron';
import type { PageLife } from '../window/page-life.ts';
import { offerAfterCrash, offerWhileHanging, type CrashChoice, type CrashOffer } from './crash-offer.ts';
import type { Log } from './log.ts';

/** Offers a reload where the page crashes or hangs, and writes down why. */
export function watchPage(window: BrowserWindow, life: PageLife, log: Log): void {
  let isAsking = false;
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
        cancelId: 1,
        noLink: true,
      });
      act(window, offer.choices[response] ?? offer.choices[1]);
    } finally {
      isAsking = false;
    }
  };
  const offer = (what: CrashOffer): void =>
    void ask(what).catch((error: unknown) => log.warn(`a reload could not be offered: ${String(error)}`));

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
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

function act(window: BrowserWindow, choice: CrashChoice): void {
  if (choice === 'quit') return app.quit();
  if (choice === 'wait' || window.isDestroyed()) return;
  // One that hangs would never come to a reload by itself.
  window.webContents.forcefullyCrashRenderer();
  window.webContents.reload();
}
