import type { CommandLinePlan, DesktopSettings, Notice, UpdateState } from './contract/bridge.ts';

/** The name of the bridge in the page. */
export const bridgeName = 'tracedeck';

/** The messages behind the bridge: what the page sends and what it is answered. */
export interface Messages {
  'open-external': { readonly argument: string; readonly answer: boolean };
  'copy-text': { readonly argument: string; readonly answer: void };
  'window-token-id': { readonly argument: undefined; readonly answer: string | null };
  settings: { readonly argument: undefined; readonly answer: DesktopSettings };
  'change-settings': { readonly argument: object; readonly answer: DesktopSettings };
  restart: { readonly argument: undefined; readonly answer: void };
  'show-logs': { readonly argument: undefined; readonly answer: void };
  'choose-folder': { readonly argument: undefined; readonly answer: string | null };
  'open-file': { readonly argument: string; readonly answer: void };
  'cancel-opening': { readonly argument: undefined; readonly answer: void };
  'move-data': { readonly argument: string; readonly answer: void };
  'cancel-move': { readonly argument: undefined; readonly answer: void };
  updates: { readonly argument: undefined; readonly answer: UpdateState };
  'check-for-updates': { readonly argument: undefined; readonly answer: UpdateState };
  'install-update': { readonly argument: undefined; readonly answer: UpdateState };
  'command-line-plan': { readonly argument: undefined; readonly answer: CommandLinePlan };
  'install-command-line': { readonly argument: undefined; readonly answer: string };
  notices: { readonly argument: undefined; readonly answer: readonly Notice[] };
  'dismiss-notice': { readonly argument: number; readonly answer: void };
}

/** What the app tells the page unasked. */
export interface Tidings {
  notices: readonly Notice[];
  navigate: string;
}

export type Channel = keyof Messages;

/** What is wrong with a message's argument; null where nothing is. Whatever a page sends is checked before it is used. */
export function problemOf(channel: Channel, argument: unknown): string | null {
  const wanted = argumentTypes[channel];
  const isRight =
    wanted === 'nothing'
      ? argument === undefined
      : wanted === 'object'
        ? typeof argument === 'object' && argument !== null && !Array.isArray(argument)
        : typeof argument === wanted;
  return isRight ? null : `${channel} takes ${wanted === 'nothing' ? 'nothing' : `a ${wanted}`}`;
}

const argumentTypes: Readonly<Record<Channel, 'nothing' | 'string' | 'number' | 'object'>> = {
  'open-external': 'string',
  'copy-text': 'string',
  'window-token-id': 'nothing',
  settings: 'nothing',
  'change-settings': 'object',
  restart: 'nothing',
  'show-logs': 'nothing',
  'choose-folder': 'nothing',
  'open-file': 'string',
  'cancel-opening': 'nothing',
  'move-data': 'string',
  'cancel-move': 'nothing',
  updates: 'nothing',
  'check-for-updates': 'nothing',
  'install-update': 'nothing',
  'command-line-plan': 'nothing',
  'install-command-line': 'nothing',
  notices: 'nothing',
  'dismiss-notice': 'number',
};

export const channels = Object.keys(argumentTypes) as Channel[];
