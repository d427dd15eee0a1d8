// Runs sandboxed in the page's process before the page, built as one CommonJS file.
import { contextBridge, ipcRenderer } from 'electron';
import { bridgeName, type Bridge, type Messages } from './bridge.ts';

function send<K extends keyof Messages>(
  channel: K,
  argument: Messages[K]['argument'],
): Promise<Messages[K]['answer']> {
  return ipcRenderer.invoke(channel, argument);
}

const bridge: Bridge = {
  platform: process.platform,
  version: process.env['TRACEDECK_VERSION'] ?? '',
  openExternal: (url) => send('open-external', url),
  copyText: (text) => send('copy-text', text),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
