import type { Log } from '../crash/log.ts';
import type { UpdateFeed } from './updater.ts';

/** Releases on GitHub, as the package says where; signatures are checked before anything is installed. */
export async function openFeed(log: Log): Promise<UpdateFeed> {
  // Loaded only once somebody has agreed: it is the one part of the app that speaks to another machine.
  const { default: updaters } = await import('electron-updater');
  const { autoUpdater } = updaters;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.logger = {
    info: () => {},
    warn: (text) => log.warn(String(text)),
    error: () => {},
    debug: () => {},
  };
  return {
    look: async () => {
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    download: async (onProgress) => {
      const told = ({ percent }: { percent: number }): void => onProgress(percent / 100);
      autoUpdater.on('download-progress', told);
      try {
        await autoUpdater.downloadUpdate();
      } finally {
        autoUpdater.off('download-progress', told);
      }
    },
    install: (startAgain) => autoUpdater.quitAndInstall(true, startAgain),
  };
}
