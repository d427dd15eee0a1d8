import { app } from 'electron';
import type { Config } from '../../collector/config/config.ts';
import type { Log } from '../../collector/lib/log.ts';
import type { UpdateState } from '../contract/bridge.ts';
import type { Notices } from '../notices.ts';
import { startAgainAfterEnd } from '../restart/restart.ts';
import { renewStartAtLogin } from '../settings/apply.ts';
import { openFeed } from './feed.ts';
import { whyNoUpdates } from './policy.ts';
import { Updater } from './updater.ts';

/** `desktop` is read anew each time, so that consent counts when it is given and ends when it is taken back. */
export function setUpUpdates(desktop: Config['desktop'], log: Log, notices: Notices): Updater {
  const consent = (): boolean => desktop.updates.enabled;
  return new Updater({
    feed: (onError) =>
      openFeed(
        {
          log,
          consent,
          platform: process.platform,
          startAgain: () => startAgainAfterEnd(log),
          onRenamed: () => renewStartAtLogin(desktop.start_at_login, log),
        },
        onError,
      ),
    unsupported: whyNoUpdates(process.platform, app.isPackaged, process.env, process.execPath),
    consent,
    log,
    onState: tellUpdates(notices),
  });
}

/** What says itself in the window. */
const TOLD: ReadonlySet<UpdateState['phase']> = new Set(['ready', 'waiting', 'installing']);

/** Says in the window that a version is ready, and in the place of that what becomes of its installation. */
export function tellUpdates(notices: Notices): (state: UpdateState) => void {
  let said: number | null = null;
  return ({ phase, detail }) => {
    if (said !== null) notices.dismiss(said);
    said = null;
    if (!TOLD.has(phase)) return;
    said = notices.add({
      tone: 'info',
      text: detail,
      actions: phase === 'ready' ? ['install-update'] : [],
    });
  };
}

/** What a person who asked is told, with what can be done. */
export function sayUpdates({ phase, detail }: UpdateState, consent: boolean, notices: Notices): void {
  if (TOLD.has(phase)) return;
  const mayAgree = !consent && (phase === 'current' || phase === 'off');
  notices.add({
    tone: phase === 'failed' ? 'error' : 'info',
    text: mayAgree ? `${detail} Tracedeck looks for new versions by itself only if you agree.` : detail,
    actions: mayAgree ? ['agree-to-updates'] : [],
  });
}
