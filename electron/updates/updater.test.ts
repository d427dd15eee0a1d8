import { expect, test } from 'vitest';
import { Updater, type UpdateFeed } from './updater.ts';

const ignore = (): void => {};
const log = { info: ignore, warn: ignore, error: ignore };

function make(feed: Partial<UpdateFeed> = {}) {
  const world = {
    now: 0,
    consent: false,
    asked: 0,
    installed: [] as boolean[],
    states: [] as string[],
    fail: (_error: Error): void => {},
  };
  const source: UpdateFeed = {
    look: async () => '2.0.0',
    download: async (onProgress) => onProgress(0.5),
    install: (again) => void world.installed.push(again),
    ...feed,
  };
  const updater = new Updater({
    feed: async (onError) => {
      world.asked++;
      world.fail = onError;
      return source;
    },
    unsupported: null,
    consent: () => world.consent,
    log,
    onState: ({ phase }) => void world.states.push(phase),
    now: () => world.now,
  });
  const until = (phase: string): Promise<void> => expect.poll(() => updater.state.phase).toBe(phase);
  return { world, updater, until };
}

test('without consent not even the part that speaks to the network is loaded', async () => {
  const { world, updater } = make();
  await updater.advance();
  expect(await updater.installAtQuit()).toBe(false);
  expect([world.asked, updater.state.phase]).toEqual([0, 'off']);
});

test('with consent a new version is loaded, and installed when it is asked for in quiet', async () => {
  const { world, updater, until } = make();
  world.consent = true;
  await updater.advance();
  await until('ready');
  updater.noteBusy();
  expect(await updater.install()).toMatchObject({ phase: 'waiting' });
  world.now += 29_999;
  await updater.advance();
  expect(world.installed).toEqual([]);
  world.now += 1;
  await updater.advance();
  expect(world.installed).toEqual([true]);
  expect(world.asked).toBe(1);
  expect(world.states).toEqual(expect.arrayContaining(['checking', 'downloading', 'ready', 'waiting']));
});

test('it is installed once, also where that takes a while, and where it fails that is said', async () => {
  const { world, updater, until } = make();
  await updater.look();
  await until('ready');
  expect(await updater.install()).toMatchObject({ phase: 'installing' });
  await updater.advance();
  world.consent = true;
  expect(await updater.installAtQuit()).toBe(false);
  expect(world.installed).toEqual([true]);
  world.fail(new Error('it cannot be replaced\nat x'));
  expect(updater.state).toEqual({
    phase: 'failed',
    detail: 'Tracedeck 2.0.0 could not be installed: it cannot be replaced',
  });
  await updater.look();
  await until('ready');
  expect(world.installed).toEqual([true]);
});

test('what is ready is installed when the app ends in quiet, without a new start', async () => {
  const { world, updater, until } = make();
  world.consent = true;
  await updater.advance();
  await until('ready');
  updater.noteBusy();
  expect(await updater.installAtQuit()).toBe(false);
  world.now += 30_000;
  expect(await updater.installAtQuit()).toBe(true);
  expect(world.installed).toEqual([false]);
});

test('a look that fails is a state, and the next one may succeed', async () => {
  let fails = true;
  const { updater, until } = make({
    look: async () => {
      if (fails) throw new Error('no network\nat x');
      return null;
    },
  });
  expect(await updater.look()).toEqual({
    phase: 'failed',
    detail: 'could not check for updates: no network',
  });
  fails = false;
  await updater.look();
  await until('current');
});

test('a download that fails is a state', async () => {
  const { updater, until } = make({ download: () => Promise.reject(new Error('bad signature')) });
  await updater.look();
  await until('failed');
  expect(updater.state.detail).toBe('Tracedeck 2.0.0 could not be downloaded: bad signature');
});

test('an installation that can not begin is a state', async () => {
  const { updater, until } = make({
    install: () => {
      throw new Error('no room');
    },
  });
  await updater.look();
  await until('ready');
  expect(await updater.install()).toMatchObject({
    phase: 'failed',
    detail: 'Tracedeck 2.0.0 could not be installed: no room',
  });
});

test('what speaks to the network is opened again where it could not be', async () => {
  let isThere = false;
  const updater = new Updater({
    feed: async () => {
      if (!isThere) throw new Error('not there yet');
      return { look: async () => null, download: async () => {}, install: ignore };
    },
    unsupported: null,
    consent: () => true,
    log,
    onState: ignore,
  });
  expect(await updater.look()).toMatchObject({ phase: 'failed' });
  isThere = true;
  expect(await updater.look()).toMatchObject({ phase: 'current' });
});
