/** What the tray's icon tells: all is well, receiving is paused, or something is wrong. */
export type TrayTone = 'ok' | 'paused' | 'problem';

/** The icon of a window where the system takes it from nowhere else: on Linux. */
export const windowIcon = new URL('./icons/app.png', import.meta.url);

/** What Windows shows over the icon in the taskbar while there are errors that nobody has looked at. */
export const errorBadge = new URL('./icons/badge-error.png', import.meta.url);

/**
 * The tray's icon. macOS colours its template to suit the menu bar; elsewhere the panel's own brightness decides, and on
 * Linux panels are higher. Electron takes the variant for the screen's density from beside it.
 */
export function trayIcon(tone: TrayTone, platform: NodeJS.Platform, isDark: boolean): URL {
  if (platform === 'darwin') return iconUrl(`tray-${tone}Template`);
  const panel = platform === 'linux' ? 'linux-' : '';
  return iconUrl(`tray-${tone}-${panel}${isDark ? 'on-dark' : 'on-light'}`);
}

const iconUrl = (name: string): URL => new URL(`./icons/${name}.png`, import.meta.url);
