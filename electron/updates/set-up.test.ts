import { expect, test } from 'vitest';
import { Notices } from '../notices.ts';
import { sayUpdates, tellUpdates } from './set-up.ts';
import { Updater } from './updater.ts';

const ignore = (): void => {};

test('an installation that is asked for while exports arrive says what it waits for, in the place of its offer', async () => {
  const notices = new Notices(ignore);
  const updater = new Updater({
    feed: () =>
      Promise.resolve({ look: async () => '2.0.0', download: () => Promise.resolve(), install: ignore }),
    unsupported: null,
    consent: () => true,
    log: { info: ignore, warn: ignore, error: ignore },
    onState: tellUpdates(notices),
  });
  await updater.advance();
  await expect.poll(() => updater.state.phase).toBe('ready');
  expect(notices.list()).toMatchObject([{ actions: ['install-update'] }]);
  updater.noteBusy();
  await updater.install();
  const waiting = [{ text: expect.stringContaining('once no exports have arrived for 30 s'), actions: [] }];
  expect(notices.list()).toMatchObject(waiting);
  sayUpdates(await updater.look(), true, notices);
  expect(notices.list()).toMatchObject(waiting);
});

test('an installation is said while it goes on, and no longer where it has failed', () => {
  const notices = new Notices(ignore);
  const tell = tellUpdates(notices);
  tell({ phase: 'waiting', detail: 'waits' });
  tell({ phase: 'installing', detail: 'installs' });
  expect(notices.list()).toMatchObject([{ text: 'installs', actions: [] }]);
  tell({ phase: 'failed', detail: 'failed' });
  expect(notices.list()).toEqual([]);
});

test('whoever asks again after having dismissed it is told again', () => {
  const notices = new Notices(ignore);
  const tell = tellUpdates(notices);
  tell({ phase: 'ready', detail: 'ready' });
  notices.dismiss(1);
  tell({ phase: 'waiting', detail: 'waits' });
  expect(notices.list()).toMatchObject([{ text: 'waits' }]);
});
