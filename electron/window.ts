import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, Menu } from 'electron';
import { appUrl } from './addresses.ts';
import { log } from './log.ts';

const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));

/** Opens the window, and brings it to the front when the app is started or clicked again. */
export function setUpWindow(): void {
  showWindow();
  app.on('activate', showWindow);
  app.on('second-instance', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** The usual entries under their usual shortcuts: without a menu, copy and paste have none. */
export function setUpMenu(): void {
  const appMenu = process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...appMenu,
      { role: 'fileMenu' },
      { role: 'editMenu' },
      { role: 'viewMenu' },
      { role: 'windowMenu' },
    ]),
  );
}

function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return openWindow();
  if (window.isMinimized()) window.restore();
  window.focus();
}

function openWindow(): void {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 640,
    minHeight: 400,
    title: 'Tracedeck',
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  // Shown when there is something to see.
  window.once('ready-to-show', () => window.show());
  window.loadURL(appUrl).catch((error: unknown) => log.error(`the page did not load: ${String(error)}`));
}
