export interface ClosingFacts {
  /** The app is on its way out. */
  readonly quitting: boolean;
  /** The setting. */
  readonly closeToTray: boolean;
  readonly hasTray: boolean;
  readonly platform: NodeJS.Platform;
}

/** What closing the window does. Without a tray there would be no way back, but on a Mac, where the dock is one. */
export function onWindowClose({ quitting, closeToTray, hasTray, platform }: ClosingFacts): 'hide' | 'close' {
  if (quitting || !closeToTray) return 'close';
  return hasTray || platform === 'darwin' ? 'hide' : 'close';
}

/** Whether the app ends with its last window. On a Mac apps stay in the dock. */
export const quitsWithoutWindows = ({ platform }: Pick<ClosingFacts, 'platform'>): boolean =>
  platform !== 'darwin';
