import type { EventEmitter } from 'node:events';
import { autoUpdater as nativeUpdater } from 'electron';
import type { Log } from '../../collector/lib/log.ts';
import { isUnpacked } from '../restart/app-image.ts';
import type { UpdateFeed } from './updater.ts';

export interface FeedOptions {
  readonly log: Log;
  /** The setting, read anew each time. */
  readonly consent: () => boolean;
  readonly platform: NodeJS.Platform;
  /** Has the app start again once it has ended. Asked of an AppImage alone: other installers start what they installed. */
  readonly startAgain: () => void;
  /** The AppImage has another name by now, which the environment tells. */
  readonly onRenamed: () => void;
}

/** Releases on GitHub, as the package says where; signatures are checked before anything is installed. */
export async function openFeed(
  { log, consent, platform, startAgain, onRenamed }: FeedOptions,
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
  const isAppImage = platform === 'linux';
  if (isMac) forgetFailedInstallations(autoUpdater, nativeUpdater);
  let startsAgain = false;
  if (isAppImage) {
    // A name that tells a version changes with it.
    autoUpdater.on('appimage-filename-updated', (file) => {
      process.env['APPIMAGE'] = file;
      onRenamed();
    });
    nativeUpdater.on('before-quit-for-update', () => {
      if (startsAgain) startAgain();
    });
  }
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
    install: (again) => {
      if (isMac && !again) return;
      startsAgain = again;
      // To install it the new one is run, without the app in it: that fails where nothing can be mounted.
      if (isAppImage && isUnpacked(process.env)) process.env['APPIMAGE_EXTRACT_AND_RUN'] = '1';
      // It would be started at once, without our flags, and end as a second start: this one holds the lock until its end.
      autoUpdater.quitAndInstall(true, again && !isAppImage);
    },
  };
}

/**
 * To install, MacUpdater listens for what Squirrel fetches, and goes on listening when that fails: whatever is downloaded next
 * would end the app, without anybody having asked.
 */
function forgetFailedInstallations(updater: EventEmitter, squirrel: EventEmitter): void {
  const its = new Set(squirrel.listeners('update-downloaded'));
  updater.on('error', () => {
    for (const listener of squirrel.listeners('update-downloaded'))
      if (!its.has(listener)) squirrel.off('update-downloaded', listener as () => void);
  });
}
