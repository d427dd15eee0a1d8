// Runs sandboxed in the page's process before the page, built as one CommonJS file.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeName, type Channel, type Messages, type Tidings } from './bridge.ts';
import type { Bridge } from './contract/bridge.ts';

/** Electron puts its own words before those of a refusal. */
const ofElectron = /^Error invoking remote method '[^']*': (?:\w*Error: )?/;

async function send<K extends Channel>(
  channel: K,
  argument?: Messages[K]['argument'],
): Promise<Messages[K]['answer']> {
  try {
    return (await ipcRenderer.invoke(channel, argument)) as Messages[K]['answer'];
  } catch (error) {
    throw new Error((error as Error).message.replace(ofElectron, ''), { cause: error });
  }
}

/** The page gets the value alone: with the event it would have the sender. */
function hear<K extends keyof Tidings>(channel: K, listener: (value: Tidings[K]) => void): () => void {
  const heard = (_event: unknown, value: Tidings[K]): void => listener(value);
  ipcRenderer.on(channel, heard);
  return () => void ipcRenderer.off(channel, heard);
}

/** The page names no path: it can only hand over a file that it was given. */
async function openFile(file: File): Promise<boolean> {
  const path = webUtils.getPathForFile(file);
  if (path === '') return false;
  await send('open-file', path);
  return true;
}

const bridge: Bridge = {
  platform: process.platform,
  version: process.env['TRACEDECK_VERSION'] ?? '',
  openExternal: (url) => send('open-external', url),
  copyText: (text) => send('copy-text', text),
  windowTokenId: () => send('window-token-id'),
  settings: () => send('settings'),
  changeSettings: (patch) => send('change-settings', patch),
  restart: () => send('restart'),
  showLogs: () => send('show-logs'),
  chooseFolder: () => send('choose-folder'),
  openFile,
  cancelOpening: () => send('cancel-opening'),
  moveData: (folder) => send('move-data', folder),
  cancelMove: () => send('cancel-move'),
  updates: () => send('updates'),
  checkForUpdates: () => send('check-for-updates'),
  installUpdate: () => send('install-update'),
  commandLinePlan: () => send('command-line-plan'),
  installCommandLine: () => send('install-command-line'),
  notices: () => send('notices'),
  dismissNotice: (id) => send('dismiss-notice', id),
  onNotices: (listener) => hear('notices', listener),
  onNavigate: (listener) => hear('navigate', listener),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
