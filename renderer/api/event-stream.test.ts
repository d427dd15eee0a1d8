import { afterEach, expect, test, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

afterEach(() => vi.unstubAllGlobals());

test('a listener that fails is told of, and the stream goes on', async () => {
  const bytes = new TextEncoder().encode('data: 1\n\ndata: 2\n\n');
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes) });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const reportError = vi.fn();
  vi.stubGlobal('reportError', reportError);
  const onEvent = vi.fn(({ data }: { data: string }) => {
    if (data === '1') throw new Error('odd');
  });
  const states: string[] = [];
  const stream = openEventStream({ url: '/sse', onEvent, onState: (state) => states.push(state) });
  await expect.poll(() => onEvent.mock.calls.length).toBe(3);
  expect(reportError.mock.calls).toEqual([[new Error('odd')]]);
  expect(states).toEqual(['connecting', 'open']);
  stream.stop();
});

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
  await expect.poll(() => onEvent.mock.calls.length).toBe(2);
  expect(onEvent.mock.lastCall).toEqual([{ type: 'span', data, id: '1' }]);
  stream.stop();
});
