import type { Log } from '../crash/log.ts';
import type { UpdateFeed } from './updater.ts';

export interface FeedOptions {
  readonly log: Log;
  /** The setting, read anew each time. */
  readonly consent: () => boolean;
  readonly platform: NodeJS.Platform;
}

/** Releases on GitHub, as the package says where; signatures are checked before anything is installed. */
export async function openFeed(
  { log, consent, platform }: FeedOptions,
  onError: (error: Error) => void,
): Promise<UpdateFeed> {
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
  autoUpdater.on('error', onError);
  const isMac = platform === 'darwin';
  return {
    look: async () => {
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    download: async (onProgress) => {
      const told = ({ percent }: { percent: number }): void => onProgress(percent / 100);
      autoUpdater.on('download-progress', told);
      // What Squirrel has fetched by then it installs when a Mac's app ends; with it ended, nothing can be fetched.
      autoUpdater.autoInstallOnAppQuit = isMac && consent();
      try {
        await autoUpdater.downloadUpdate();
      } finally {
        autoUpdater.off('download-progress', told);
      }
    },
    install: (startAgain) => {
      if (startAgain || !isMac) autoUpdater.quitAndInstall(true, startAgain);
    },
  };
}
