import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
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

test('what is lost is opened again and again, each time after a longer while, and goes on after the last event', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: (string | null)[] = [null, null, 'id: 7\nevent: span\ndata: 1\n\n', null, ''];
  const asked: (string | undefined)[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['last-event-id']);
    const answer = answers.shift();
    return typeof answer === 'string'
      ? Promise.resolve(new Response(answer))
      : Promise.reject(new TypeError());
  });
  const events: string[] = [];
  const states: string[] = [];
  const stream = openEventStream({
    url: '/sse',
    onEvent: ({ type }) => events.push(type),
    onState: (state) => states.push(state),
  });
  const seen: number[] = [];
  for (const waitMs of [0, 1000, 2000, 1000, 2000]) {
    await vi.advanceTimersByTimeAsync(waitMs);
    seen.push(asked.length);
  }
  stream.stop();
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(asked).toEqual([undefined, undefined, undefined, '7', '7']);
  expect(events).toEqual(['resync', 'span']);
  const changes = states.filter((state, at) => state !== states[at - 1]);
  expect(changes.join(' ')).toBe('connecting lost connecting lost connecting open lost open lost');
});

test('a collector that was away for long is found soon after it is back', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isBack = false;
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () =>
    isBack ? Promise.resolve(new Response(new ReadableStream())) : Promise.reject(new TypeError()),
  );
  const onState = vi.fn();
  const stream = openEventStream({ url: '/sse', onEvent: () => {}, onState });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(onState).not.toHaveBeenCalledWith('open');
  isBack = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(onState).toHaveBeenLastCalledWith('open');
  stream.stop();
});
