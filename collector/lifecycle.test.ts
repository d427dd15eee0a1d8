import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { Lifecycle, StoppedError, type Part } from './lifecycle.ts';

let lifecycle: Lifecycle;
let done: string[];
beforeEach(() => {
  lifecycle = new Lifecycle();
  done = [];
});

/** A part that says when it starts and when it is ended. */
const part = (name: string): Part<unknown> => ({
  start: () => done.push(name),
  stop: () => void done.push(`end of ${name}`),
});

test('receivers are ended first, then the others in the reverse order of their start, once', async () => {
  await lifecycle.start(async () => {
    await lifecycle.begin('writer', part('writer'));
    await lifecycle.begin('reader', part('reader'));
    await lifecycle.beginReceiver('port', part('port'));
    await lifecycle.begin('word', part('word'));
  });
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  expect(done.splice(0, 4)).toEqual(['writer', 'reader', 'port', 'word']);
  expect(done).toEqual(['end of port', 'end of word', 'end of reader', 'end of writer']);
});

test('nothing else is ended before all receivers are, which end beside one another', async () => {
  const slow = (name: string): Part<unknown> => ({
    ...part(name),
    stop: async () => {
      done.push(`ending ${name}`);
      await turn();
      done.push(`end of ${name}`);
    },
  });
  await lifecycle.start(async () => {
    await lifecycle.begin('writer', part('writer'));
    await lifecycle.beginReceiver('port', slow('port'));
    await lifecycle.beginReceiver('socket', slow('socket'));
  });
  done = [];
  await lifecycle.stop();
  expect(done).toEqual(['ending port', 'ending socket', 'end of port', 'end of socket', 'end of writer']);
});

test('what fails half-way through its start is ended, too', async () => {
  const started = lifecycle.start(() =>
    lifecycle.begin('writer', { ...part('writer'), start: () => Promise.reject(new Error('disk full')) }),
  );
  await expect(started).rejects.toThrow('disk full');
  expect(done).toEqual(['end of writer']);
});

test('a start that fails rejects when what had begun has ended, that which failed included', async () => {
  const started = lifecycle.start(async () => {
    await lifecycle.begin('writer', part('writer'));
    await lifecycle.beginReceiver('port', {
      ...part('port'),
      start: () => Promise.reject(new Error('taken')),
    });
  });
  await expect(started).rejects.toThrow('taken');
  expect(done).toEqual(['writer', 'end of port', 'end of writer']);
});

test('what can’t be ended keeps no other from it, and is told', async () => {
  await lifecycle.start(async () => {
    await lifecycle.begin('writer', part('writer'));
    await lifecycle.beginReceiver('port', {
      ...part('port'),
      stop: () => Promise.reject(new Error('stuck')),
    });
  });
  await expect(lifecycle.stop()).rejects.toThrow('stuck');
  expect(done).toEqual(['writer', 'port', 'end of writer']);
});

describe('stopped while it starts', () => {
  test('it ends what is being started once it has, and begins nothing more', async () => {
    const opening = Promise.withResolvers<void>();
    const started = lifecycle.start(async () => {
      await lifecycle.begin('writer', { ...part('writer'), start: () => opening.promise });
      done.push('go on');
      await lifecycle.beginReceiver('port', part('port'));
    });
    const stopped = lifecycle.stop();
    expect(lifecycle.stopping.aborted).toBe(true);
    await turn();
    expect({ done, unfinished: lifecycle.unfinished }).toEqual({ done: [], unfinished: 'the start' });
    opening.resolve();
    await expect(started).rejects.toThrow(StoppedError);
    await stopped;
    expect(done).toEqual(['go on', 'end of writer']);
    expect(lifecycle.unfinished).toBe('');
  });

  test('before it has, nothing starts at all', async () => {
    await lifecycle.stop();
    await expect(lifecycle.start(async () => void done.push('start'))).rejects.toThrow(StoppedError);
    expect(done).toEqual([]);
  });
});
