import { expect, onTestFinished, test, vi } from 'vitest';
import { openBoundedStream } from './bounded-stream.ts';

test('who waited for a place reads anew when there is one: what it had heard of is long past', async () => {
  const asked: (string | undefined)[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['last-event-id']);
    return Promise.resolve(new Response(new ReadableStream()));
  });
  const others = Promise.withResolvers<void>();
  const taken = [1, 2, 3, 4].map((place) =>
    navigator.locks.request(`tracedeck stream ${place}`, () => others.promise),
  );
  const events: string[] = [];
  const stream = openBoundedStream(
    { url: '/sse', onEvent: ({ type }) => events.push(type), onState: () => {} },
    '7',
    10,
  );
  onTestFinished(() => {
    stream.stop();
    vi.unstubAllGlobals();
  });
  await expect.poll(() => events.length).toBeGreaterThan(0);
  others.resolve();
  await Promise.all(taken);
  await expect.poll(() => asked).toEqual([undefined]);
  expect(new Set(events)).toEqual(new Set(['resync']));
});
