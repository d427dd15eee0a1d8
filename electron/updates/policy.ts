import type { UpdateState } from '../contract/bridge.ts';
import { appImageOf } from '../restart/app-image.ts';

/** What decides about updates at a moment. */
export interface UpdateFacts {
  /** Why there can be none here; null where there can. */
  readonly unsupported: string | null;
  /** The setting: off until somebody agrees. */
  readonly consent: boolean;
  readonly step: UpdateStep;
  /** Milliseconds on any one clock. */
  readonly now: number;
  /** When it was last looked for a version; null: not since the start. */
  readonly lookedAt: number | null;
  /** When exports arrived last, or waited to be stored; null: not since the start. */
  readonly busyAt: number | null;
  /** Somebody asked for this look, or for the installation. */
  readonly lookAsked: boolean;
  readonly installAsked: boolean;
}

export type UpdateStep =
  | { readonly at: 'idle' }
  | { readonly at: 'looking' }
  | { readonly at: 'found'; readonly version: string }
  | { readonly at: 'downloading'; readonly version: string; readonly progress: number }
  | { readonly at: 'downloaded'; readonly version: string }
  | { readonly at: 'installing'; readonly version: string }
  | { readonly at: 'failed'; readonly why: string };

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 6 * HOUR_MS;
/** So long nothing must have arrived: an agent's exporter sends every few seconds. */
export const QUIET_MS = 30_000;

/** What to do now. Nothing is asked of the network without consent, and nothing is installed while exports arrive. */
export function nextUpdateStep(facts: UpdateFacts): 'nothing' | 'look' | 'download' | 'install' {
  const { unsupported, consent, step, now, lookedAt, lookAsked, installAsked } = facts;
  if (unsupported !== null) return 'nothing';
  switch (step.at) {
    case 'idle':
    case 'failed':
      if (lookAsked) return 'look';
      return consent && (lookedAt === null || now - lookedAt >= LOOK_EVERY_MS) ? 'look' : 'nothing';
    case 'found':
      return consent || lookAsked ? 'download' : 'nothing';
    case 'downloaded':
      return installAsked && isQuiet(facts) ? 'install' : 'nothing';
    case 'looking':
    case 'downloading':
    case 'installing':
      return 'nothing';
  }
}

/** Whether the app, which ends anyway, may hand over to the installer. (On a Mac the system has it by then, with consent.) */
export const installsAtQuit = (facts: UpdateFacts): boolean =>
  facts.consent && facts.step.at === 'downloaded' && isQuiet(facts);

const isQuiet = ({ now, busyAt }: Pick<UpdateFacts, 'now' | 'busyAt'>): boolean =>
  busyAt === null || now - busyAt >= QUIET_MS;

/** What a person is told of it. */
export function updateState(facts: UpdateFacts): UpdateState {
  const { unsupported, consent, step, lookedAt } = facts;
  if (unsupported !== null) return { phase: 'unsupported', detail: unsupported };
  switch (step.at) {
    case 'idle':
      if (!consent && lookedAt === null) return { phase: 'off', detail: 'Nothing is looked for.' };
      return { phase: 'current', detail: 'This is the newest version.' };
    case 'looking':
      return { phase: 'checking', detail: 'Looking for a new version.' };
    case 'found':
      return { phase: 'downloading', detail: `Tracedeck ${step.version} is there.` };
    case 'downloading':
      return {
        phase: 'downloading',
        detail: `Tracedeck ${step.version}: ${Math.round(step.progress * 100)} %`,
      };
    case 'downloaded':
      return facts.installAsked
        ? {
            phase: 'waiting',
            detail: `Tracedeck ${step.version} is installed, and started again, once no exports have arrived for ${QUIET_MS / 1000} s.`,
          }
        : { phase: 'ready', detail: `Tracedeck ${step.version} is ready to be installed.` };
    case 'installing':
      return { phase: 'installing', detail: `Tracedeck ${step.version} is being installed.` };
    case 'failed':
      return { phase: 'failed', detail: step.why };
  }
}

/** Why an app of this kind can't update itself; null where it can. */
export function whyNoUpdates(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  env: NodeJS.ProcessEnv,
  execPath: string,
): string | null {
  if (!isPackaged) return 'This Tracedeck runs from its sources: update them instead.';
  if (platform === 'linux' && appImageOf(env, execPath) === null)
    return 'This Tracedeck came as a package: update it as you do other packages.';
  return null;
}
