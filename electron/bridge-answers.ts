import { clipboard, ipcMain } from 'electron';
import { isTrustedSender } from './addresses.ts';
import type { Messages } from './bridge.ts';
import { openExternal } from './security.ts';

/** Answers the messages of the preload script, from our own page only. */
export function setUpBridge(): void {
  answer('open-external', openExternal);
  answer('copy-text', (text) => clipboard.writeText(text));
}

function answer<K extends keyof Messages>(
  channel: K,
  act: (argument: Messages[K]['argument']) => Messages[K]['answer'] | Promise<Messages[K]['answer']>,
): void {
  ipcMain.handle(channel, (event, argument: unknown) => {
    if (!isTrustedSender(event.senderFrame)) throw new Error(`${channel} is not for this page`);
    if (typeof argument !== 'string') throw new TypeError(`${channel} takes a text`);
    return act(argument);
  });
}
