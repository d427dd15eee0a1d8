import { afterEach, expect, test, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

afterEach(() => vi.unstubAllGlobals());

test('what comes in pieces is read as it was sent, also where a letter is cut', async () => {
  const data = 'naïve – 東京 😀';
  const bytes = new TextEncoder().encode(`id: 1\nevent: span\ndata: ${data}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
    },
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const onEvent = vi.fn();
  const stream = openEventStream({ url: '/sse', onEvent, onState: () => {} });
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalledTimes(2));
  expect(onEvent.mock.lastCall).toEqual([{ type: 'span', data, id: '1' }]);
  stream.stop();
});
