import { ipcMain } from 'electron';
import { isTrustedSender } from './addresses.ts';
import { channels, problemOf, type Channel, type Messages } from './bridge.ts';

export type Answers = {
  readonly [K in Channel]: (
    argument: Messages[K]['argument'],
  ) => Messages[K]['answer'] | Promise<Messages[K]['answer']>;
};

/** Answers the messages of the preload script, from our own page only. */
export function setUpBridge(answers: Answers): void {
  for (const channel of channels) {
    ipcMain.handle(channel, (event, argument: unknown) => {
      if (!isTrustedSender(event.senderFrame)) throw new Error(`${channel} is not for this page`);
      const problem = problemOf(channel, argument);
      if (problem !== null) throw new TypeError(problem);
      return (answers[channel] as (argument: unknown) => unknown)(argument);
    });
  }
}
