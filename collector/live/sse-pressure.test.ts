import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { streamEvents, type StreamSource } from './sse.ts';

/** A client, of whom a test says when it reads. */
class Client extends EventEmitter {
  destroyed = false;
  writableNeedDrain = false;
  readonly written: string[] = [];
  /** Nothing is taken any more. */
  isFull = false;
  onWrite: () => unknown = () => undefined;

  writeHead(): void {}

  write(text: string): boolean {
    this.written.push(text);
    this.writableNeedDrain = this.isFull;
    this.onWrite();
    return !this.isFull;
  }

  reads(): void {
    this.writableNeedDrain = false;
    this.emit('drain');
  }

  end(): void {
    this.written.push('end');
  }

  destroy(): void {
    this.written.push('cut');
  }
}

let client: Client;
let stop: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  client = new Client();
  stop = new AbortController();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const stream = (source: StreamSource): Promise<void> =>
  streamEvents(
    client as unknown as ServerResponse,
    {},
    source,
    { keepaliveMs: 1000, timeoutMs: 600_000 },
    stop.signal,
  );
const moment = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const silent: StreamSource = {
  read: () => '',
  changed: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
};
const endless: StreamSource = { read: () => 'event', changed: () => expect.unreachable() };

test('nothing is piled up for a client that does not read, keep-alives neither', async () => {
  client.isFull = true;
  const ended = stream(endless);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(client.written).toEqual([expect.stringMatching(/^retry/), 'event']);
  client.reads();
  await moment();
  expect(client.written).toHaveLength(3);
  stop.abort();
  await ended;
  expect(client.written.at(-1)).toBe('cut');
});

test('waiting for it again and again leaves nothing behind', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  client.isFull = true;
  const ended = stream(endless);
  for (let i = 0; i < 20; i++) {
    client.reads();
    await moment();
  }
  expect(added.mock.calls.length).toBeGreaterThan(20);
  // That of the stop and of what is waited for now.
  expect(added.mock.calls.length - removed.mock.calls.length).toBeLessThanOrEqual(2);
  stop.abort();
  await ended;
});

test('a stream that begins after the stop ends at once', async () => {
  stop.abort();
  await stream(silent);
  expect(client.written.at(-1)).toBe('end');
});

test('a client that goes in the middle of a write is waited for no more', async () => {
  client.isFull = true;
  // Of the first event.
  client.onWrite = () => client.written.length === 2 && client.emit('close');
  await stream(endless);
  expect(client.written.at(-1)).toBe('cut');
});
