import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import { openFeed, type FeedUpdate } from './feed.ts';
import { span, trace } from '../testing/builders.ts';

const CALLS = 30;
let messagesRead = 0;

beforeEach(() => {
  messagesRead = 0;
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(answer(path))));
});
afterEach(() => vi.unstubAllGlobals());

/** What a collector answers that holds one trace of so many model calls. */
function answer(path: string): object {
  const { pathname } = new URL(path, 'http://collector');
  if (pathname.endsWith('/messages')) {
    messagesRead += 1;
    return { messages: [] };
  }
  if (pathname.endsWith('/traces')) return { data: [trace()] };
  const ids = Array.from({ length: CALLS }, (_, n) => String(n));
  return { data: ids.map((id) => span(id, null, 0, 1, { observation_type: 'generation' })) };
}

test('what a flood left unread is read once it is over', async () => {
  const updates: FeedUpdate[] = [];
  let tell: (event: StreamEvent) => void = () => {};
  const feed = openFeed({
    query: { project: 'p', filters: [], isEverySpan: false },
    subscribe: (listener) => {
      tell = listener;
      return () => {};
    },
    onUpdate: (update) => void updates.push(update),
  });
  const told = (kind: FeedUpdate['kind']): number => updates.filter((update) => update.kind === kind).length;
  try {
    await expect.poll(() => told('latest')).toBe(1);
    const before = messagesRead;
    for (let n = 0; n < CALLS; n += 1)
      tell({ type: 'span', data: JSON.stringify({ trace_id: trace().trace_id, span_id: String(n) }) });
    await expect.poll(() => told('batch')).toBeGreaterThan(0);
    expect(messagesRead).toBe(before);
    await expect.poll(() => told('latest')).toBe(2);
    expect(messagesRead).toBe(before + CALLS);
    // Nothing is left to read: it stays with that.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(told('latest')).toBe(2);
  } finally {
    feed.stop();
  }
});
