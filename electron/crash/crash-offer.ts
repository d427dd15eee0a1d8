/** What a person is asked when the page does not work any more. */
export interface CrashOffer {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly [string, string];
  /** What each button does. */
  readonly choices: readonly [CrashChoice, CrashChoice];
}

export type CrashChoice = 'reload' | 'wait' | 'quit';

/** Null where the page ended as it should. `reason` is Electron's. */
export function offerAfterCrash(reason: string): CrashOffer | null {
  if (reason === 'clean-exit') return null;
  const cause = causes[reason] ?? `it ended (${reason})`;
  return {
    message: 'The window stopped working',
    detail: `Its page is gone: ${cause}. Everything that was received is stored, and receiving goes on.`,
    buttons: ['Reload', 'Quit'],
    choices: ['reload', 'quit'],
  };
}

export const offerWhileHanging: CrashOffer = {
  message: 'The window does not answer',
  detail:
    'Its page has been busy for a while. Everything that was received is stored, and receiving goes on.',
  buttons: ['Reload', 'Wait'],
  choices: ['reload', 'wait'],
};

const causes: Readonly<Record<string, string>> = {
  crashed: 'it crashed',
  oom: 'it ran out of memory',
  killed: 'it was ended by another program',
  'abnormal-exit': 'it ended unexpectedly',
  'launch-failed': 'it could not be started',
  'integrity-failure': 'its code is damaged, install Tracedeck again',
  'memory-eviction': 'the system needed its memory',
};
