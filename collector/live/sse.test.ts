import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { heapMb } from '../testing/heap.ts';
import { LiveHub } from './hub.ts';
import { streamEvents, type StreamSource, type StreamTimes } from './sse.ts';

const LONG: StreamTimes = { keepaliveMs: 60_000, timeoutMs: 60_000 };

let server: Server;
let stop: AbortController;
/** What becomes of the stream that is asked for next. */
let ended: Promise<void>;
let response: ServerResponse;
let serve: (response: ServerResponse) => Promise<void>;

beforeEach(async () => {
  stop = new AbortController();
  server = createServer((_request, made) => {
    response = made;
    ended = serve(made);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  stop.abort();
  server.closeAllConnections();
  server.close();
});

const stream = (source: StreamSource, times: StreamTimes = LONG): void => {
  serve = (made) => streamEvents(made, { 'x-extra': '1' }, source, times, stop.signal);
};

interface Client {
  readonly incoming: IncomingMessage;
  /** What has come since the last call, once it holds what is waited for. */
  readonly until: (wanted: string) => Promise<string>;
}

async function connect(): Promise<Client> {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', agent: false });
  // A client that goes away is no fault of the test.
  request.on('error', () => {});
  const [incoming] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    incoming.emit('text');
  });
  return {
    incoming,
    until: async (wanted) => {
      incoming.resume();
      while (!text.includes(wanted)) await once(incoming, 'text');
      const read = text;
      text = '';
      return read;
    },
  };
}

const idOf = (n: number): string => String(n).padStart(16, '0');
const span = (n: number) => ({
  project_id: 'p',
  trace_id: 't',
  span_ids: [idOf(n)],
  session_id: null,
  user_id: null,
});

test('a stream is an SSE answer that says first how soon and to which place to come back', async () => {
  stream(new LiveHub(7).listen('p', {}));
  const { incoming, until } = await connect();
  expect(incoming.statusCode).toBe(200);
  expect(incoming.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-extra': '1',
  });
  expect(await until('\n\n')).toBe('retry: 2000\nid: 6999\n\n');
});

test('events are sent as they are published', async () => {
  const hub = new LiveHub();
  stream(hub.listen('p', {}));
  const { until } = await connect();
  for (const n of [1, 2, 3]) {
    hub.publish([span(n)]);
    expect(await until(`${idOf(n)}",`)).toContain('event: span\n');
  }
});

test('a quiet stream is kept alive with comments', async () => {
  stream(new LiveHub().listen('p', {}), { ...LONG, keepaliveMs: 5 });
  const { until } = await connect();
  expect(await until(': keep-alive\n\n')).not.toContain('event:');
});

describe('a stream ends', () => {
  test('when its time is up', async () => {
    stream(new LiveHub().listen('p', {}), { ...LONG, timeoutMs: 20 });
    const { incoming } = await connect();
    await once(incoming.resume(), 'end');
    await ended;
    expect(response.writableFinished).toBe(true);
  });

  test('when the collector stops', async () => {
    stream(new LiveHub().listen('p', {}));
    const { incoming } = await connect();
    stop.abort();
    await once(incoming.resume(), 'end');
    await ended;
    expect(response.writableFinished).toBe(true);
  });

  test('when the client goes, and then listens to nothing any more', async () => {
    const hub = new LiveHub();
    let reads = 0;
    const listener = hub.listen('p', {});
    stream({ read: () => (reads++, listener.read()), changed: (signal) => listener.changed(signal) });
    const { incoming } = await connect();
    incoming.destroy();
    await ended;
    const before = reads;
    hub.publish([span(1)]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toBe(before);
  });

  test('at once for a client that has gone before it begins', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    serve = async (made) => {
      made.destroy();
      await once(made, 'close');
      await streamEvents(made, {}, new LiveHub().listen('p', {}), LONG, stop.signal);
      resolve(made.headersSent);
    };
    const { port } = server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
    expect(await promise).toBe(false);
  });

  test('and leaves nothing behind, however much of its time was left', async () => {
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const source: StreamSource = { read: () => '', changed: async () => void response.end() };
    stream(source);
    const open = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const [incoming] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [
          IncomingMessage,
        ];
        await once(incoming.resume(), 'end');
        await ended;
      }
    };
    await open(1000);
    const before = heapMb();
    await open(5000);
    expect(heapMb() - before).toBeLessThan(0.8);
    agent.destroy();
  });

  test('with the error of what it reads from', async () => {
    const failure = new Error('no more');
    const source: StreamSource = {
      read: () => {
        throw failure;
      },
      changed: () => Promise.resolve(),
    };
    serve = async (made) => {
      await expect(streamEvents(made, {}, source, LONG, stop.signal)).rejects.toBe(failure);
    };
    const { incoming } = await connect();
    await once(incoming.resume(), 'end');
    await ended;
  });
});

describe('a client that does not read', () => {
  /** Publishes until the socket takes no more; without a bound it would take all of it. */
  async function fill(hub: LiveHub): Promise<void> {
    while (!response.writableNeedDrain) {
      hub.publish(Array.from({ length: 1000 }, (_, i) => span(i)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  test('makes nothing pile up, and is told to reload when it reads on', async () => {
    const hub = new LiveHub();
    stream(hub.listen('p', {}));
    const { incoming, until } = await connect();
    incoming.pause();
    await fill(hub);
    for (let i = 0; i < 50; i++) {
      hub.publish(Array.from({ length: 1000 }, (_, n) => span(n)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(response.writableLength).toBeLessThan(1_000_000);
    const text = await until('event: resync');
    expect(text.match(/event: resync/g)).toHaveLength(1);
    hub.publish([{ ...span(1), span_ids: ['the last'] }]);
    expect(await until('the last')).not.toContain('resync');
  });

  test('does not keep the collector from stopping', async () => {
    const hub = new LiveHub();
    stream(hub.listen('p', {}));
    const { incoming } = await connect();
    incoming.pause();
    await fill(hub);
    stop.abort();
    await ended;
    expect(response.destroyed).toBe(true);
  });
});
