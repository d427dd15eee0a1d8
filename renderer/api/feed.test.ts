import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import { openFeed, type FeedUpdate } from './feed.ts';
import { span, trace } from '../testing/builders.ts';

const CALLS = 30;
let messagesRead = 0;
let isDown = false;
let isGone = false;

beforeEach(() => {
  messagesRead = 0;
  isDown = false;
  isGone = false;
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (path: string) =>
    isDown ? Promise.reject(new TypeError('no answer')) : Promise.resolve(Response.json(answer(path))),
  );
});
afterEach(() => {
  feed.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What a collector answers that holds one trace of so many model calls. */
function answer(path: string): object {
  const { pathname } = new URL(path, 'http://collector');
  if (pathname.endsWith('/messages')) {
    messagesRead += 1;
    return { messages: [] };
  }
  if (pathname.endsWith('/traces')) return { data: isGone ? [] : [trace()] };
  const ids = Array.from({ length: CALLS }, (_, n) => String(n));
  return { data: ids.map((id) => span(id, null, 0, 1, { observation_type: 'generation' })) };
}

let feed: { stop(): void };
let updates: FeedUpdate[] = [];
let tell: (event: StreamEvent) => void = () => {};

function open(): void {
  updates = [];
  feed = openFeed({
    query: { project: 'p', filters: [], isEverySpan: false },
    subscribe: (listener) => {
      tell = listener;
      return () => {};
    },
    onUpdate: (update) => void updates.push(update),
  });
}

const told = (kind: FeedUpdate['kind']): number => updates.filter((update) => update.kind === kind).length;
const missed = (): (number | null)[] =>
  updates.flatMap((update) => (update.kind === 'latest' ? [update.missed] : []));

function tellSpans(count: number): void {
  for (let n = 0; n < count; n += 1)
    tell({ type: 'span', data: JSON.stringify({ trace_id: trace().trace_id, span_id: String(n) }) });
}

/** In small steps, between which what was answered is read. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10) await vi.advanceTimersByTimeAsync(10);
}

describe('a flood', () => {
  test('is read once it is over, and then no more', async () => {
    open();
    await pass(500);
    expect(told('latest')).toBe(1);
    const before = messagesRead;
    tellSpans(CALLS);
    await pass(1000);
    tellSpans(CALLS);
    await pass(1000);
    expect(told('batch')).toBe(2);
    expect([told('latest'), messagesRead]).toEqual([1, before]);
    await pass(1000);
    expect([told('latest'), messagesRead]).toEqual([2, before + CALLS]);
    await pass(4000);
    expect(told('latest')).toBe(2);
  });

  test('of more than can wait is left out, counted, and made up for by what happened last', async () => {
    open();
    tell({ type: 'deleted', data: JSON.stringify({ trace_id: 'gone' }) });
    tellSpans(20_003);
    tell({ type: 'resync', data: '' });
    await pass(500);
    expect(missed()).toEqual([5]);
    tellSpans(3);
    tell({ type: 'resync', data: '' });
    await pass(500);
    expect(missed()).toEqual([5, null]);
  });
});

test('what could not be read is made up for by what comes next, or after a while', async () => {
  open();
  await pass(500);
  const fail = async (): Promise<void> => {
    isDown = true;
    tellSpans(1);
    await pass(300);
    isDown = false;
  };
  await fail();
  expect([told('failed'), told('latest')]).toEqual([1, 1]);
  await pass(2500);
  expect(told('latest')).toBe(2);
  await fail();
  tellSpans(1);
  await pass(300);
  expect([told('failed'), told('latest')]).toEqual([2, 3]);
});

describe('a trace whose deletion nobody heard', () => {
  const deletions = () => updates.flatMap((update) => (update.kind === 'deleted' ? [...update.traces] : []));
  const { trace_id } = trace();

  test('is gone after a resync, of which one comes with every connection', async () => {
    open();
    await pass(500);
    tell({ type: 'resync', data: '' });
    await pass(500);
    expect(deletions()).toEqual([]);
    isGone = true;
    isDown = true;
    tell({ type: 'resync', data: '' });
    await pass(500);
    isDown = false;
    expect(deletions()).toEqual([]);
    await pass(2000);
    expect(deletions()).toEqual([trace_id]);
    tell({ type: 'resync', data: '' });
    await pass(500);
    expect(deletions()).toEqual([trace_id]);
  });

  test('is gone when more had come than can wait', async () => {
    open();
    await pass(500);
    isGone = true;
    tellSpans(20_000);
    tell({ type: 'deleted', data: JSON.stringify({ trace_id }) });
    await pass(500);
    expect(deletions()).toEqual([trace_id]);
  });
});

test('an event that says nothing has what happened last read', async () => {
  open();
  await pass(500);
  tell({ type: 'deleted', data: 'nonsense' });
  await pass(500);
  expect(told('latest')).toBe(2);
  tell({ type: 'span', data: '{}' });
  await pass(500);
  expect(told('latest')).toBe(3);
});

test('a feed that is stopped waits for nothing', async () => {
  open();
  await pass(500);
  tellSpans(CALLS);
  await pass(500);
  isDown = true;
  tell({ type: 'resync', data: '' });
  await pass(300);
  expect(told('failed')).toBe(1);
  feed.stop();
  expect(vi.getTimerCount()).toBe(0);
});
