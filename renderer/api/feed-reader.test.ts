import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { span, trace } from '../testing/builders.ts';
import { FeedReader } from './feed-reader.ts';

let messagesRead = 0;

beforeEach(() => {
  messagesRead = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(answer(path))));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a collector answers that holds one trace, of which every span is a model call. */
function answer(path: string): object {
  const { pathname, searchParams } = new URL(path, 'http://collector');
  if (pathname.endsWith('/messages')) {
    messagesRead += 1;
    return { messages: [] };
  }
  if (pathname.endsWith('/traces')) return { data: [trace()] };
  const filters = JSON.parse(searchParams.get('filters') ?? '[]') as { key: string; value: string[] }[];
  const ids = filters.find(({ key }) => key === 'span_id')?.value ?? [];
  return { data: ids.map((id) => span(id, null, 0, 1, { observation_type: 'generation' })) };
}

const openReader = () =>
  new FeedReader({ project: 'p', filters: [], isEverySpan: false }, new AbortController().signal);

const ids = (count: number) => new Set(Array.from({ length: count }, (_, n) => String(n)));

test('of a hundred calls a second the messages are not read call by call, however few come at once', async () => {
  const reader = openReader();
  const read = (count: number) => reader.readStored(new Map([['t', ids(count)]]));
  for (let batch = 0; batch < 50; batch += 1) {
    const { entries } = await read(10);
    expect(entries).toHaveLength(10);
    vi.advanceTimersByTime(100);
  }
  expect(messagesRead).toBeLessThanOrEqual(50);

  const before = messagesRead;
  vi.advanceTimersByTime(1000);
  await read(3);
  expect(messagesRead).toBe(before + 3);
});

test('of a flood at once no messages are read', async () => {
  const reader = openReader();
  await reader.readStored(new Map([['t', ids(17)]]));
  expect(messagesRead).toBe(0);
});
