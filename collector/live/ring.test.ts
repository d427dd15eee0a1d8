import { getEventListeners } from 'node:events';
import { queryObjects } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { EventRing, RingListener, type WireFormat } from './ring.ts';

const SIZE = 10_000;

/* The others of its tests are those of the hub, which listens to it. */
test.for([1, 3, 7, SIZE, SIZE + 1])(
  'published %i at a time, the last ten thousand are there, each by its id',
  (atATime) => {
    const ring = new EventRing<number>(1);
    const ids = Array.from({ length: SIZE + 50 }, (_, i) => i + 1);
    for (let from = 0; from < ids.length; from += atATime) ring.publish(ids.slice(from, from + atATime));
    const oldest = ids.length - SIZE + 1;
    const held = ids.map((id) => ring.after(id - 1)?.event ?? null);
    expect(held).toEqual(ids.map((id) => (id < oldest ? null : id)));
    expect(ids.slice(oldest - 1).every((id) => ring.after(id - 1)?.id === id)).toBe(true);
    expect(ring.after(ids.length)).toBeUndefined();
    expect(ring.after(ids.length + 1)).toBeNull();
  },
);

test('nothing lies before its first event, nor in a publication of nothing', () => {
  const ring = new EventRing<number>(100);
  ring.publish([7]);
  ring.publish([]);
  expect([50, 98, 100].map((id) => ring.after(id))).toEqual([null, null, undefined]);
  expect(ring.after(99)?.event).toBe(7);
  ring.retell(
    (event) => event.toFixed() === '7',
    (event) => event + 1,
  );
  expect(ring.after(99)?.event).toBe(8);
});

test('what has fallen out of it is held no more', () => {
  class Source {
    readonly text = 'said';
  }
  const ring = new EventRing<Source>(1);
  for (let i = 0; i < 50; i++) ring.publish(Array.from({ length: 1000 }, () => new Source()));
  expect(queryObjects(Source)).toBe(SIZE);
  expect(ring.lastId).toBe(50_000);
});

test('who waited for a change leaves nothing with the signal that would have ended it', async () => {
  const ring = new EventRing<number>(1);
  const { signal } = new AbortController();
  for (let i = 0; i < 3; i++) {
    const changed = ring.changed(signal);
    ring.publish([i]);
    await changed;
  }
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('nor with the ring, which wakes nobody twice', async () => {
  const ring = new EventRing<number>(1);
  const aborted = new AbortController();
  const signals = [new AbortController().signal, aborted.signal];
  const waiting = signals.map((signal) => ring.changed(signal));
  aborted.abort();
  const woken = signals.map((signal) => vi.spyOn(signal, 'removeEventListener'));
  for (let i = 0; i < 3; i++) ring.publish([i]);
  await Promise.all(waiting);
  expect(woken.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test('an event is written once, however many listeners there are', () => {
  const ring = new EventRing<number>(1);
  const written: number[] = [];
  const format: WireFormat<number> = {
    write: ({ event }) => `${written.push(event)};`,
    resync: () => 'resync',
  };
  const listeners = [1, 2, 3].map(() => new RingListener(ring, format, () => true));
  ring.publish([7, 8]);
  expect(listeners.map((listener) => listener.read())).toEqual(['1;2;', '1;2;', '1;2;']);
  expect(written).toEqual([7, 8]);
});

test.for(['a', 'ä', '語', '🙂'])('a read hands on 64 kB and what one event is more, also of %s', (letter) => {
  const ring = new EventRing<string>(1);
  const format: WireFormat<string> = { write: ({ event }) => event, resync: () => 'resync' };
  const listener = new RingListener(ring, format, () => true);
  const event = letter.repeat(1000);
  ring.publish(Array.from({ length: 100 }, () => event));
  const sizes: number[] = [];
  for (let text = listener.read(); text !== ''; text = listener.read()) sizes.push(Buffer.byteLength(text));
  const eventSize = Buffer.byteLength(event);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(100 * eventSize);
  expect(sizes.slice(0, -1).every((size) => size >= 65_536 && size < 65_536 + eventSize)).toBe(true);
});
