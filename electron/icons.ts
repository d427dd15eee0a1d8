/** The icon of a window where the system takes it from nowhere else: on Linux. */
export const windowIcon = new URL('./icons/app.png', import.meta.url);

/**
 * The tray's icon. macOS colours its template to suit the menu bar; elsewhere the panel's own brightness decides, and on
 * Linux panels are higher. Electron takes the variant for the screen's density from beside it.
 */
export function trayIcon(platform: NodeJS.Platform, isDark: boolean): URL {
  if (platform === 'darwin') return new URL('./icons/trayTemplate.png', import.meta.url);
  const panel = platform === 'linux' ? 'linux-' : '';
  return new URL(`./icons/tray-${panel}${isDark ? 'on-dark' : 'on-light'}.png`, import.meta.url);
}
