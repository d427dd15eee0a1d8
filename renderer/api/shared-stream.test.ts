import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamState } from './event-stream.ts';
import { openSharedStream } from './shared-stream.ts';

/** A connection that somebody opened, to write to. */
type Opened = {
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  readonly send: (text: string) => void;
  readonly end: () => void;
};

const PACE = { beatMs: 20, silenceMs: 100, pollMs: 50 };
let name = '';
let opened: Opened[] = [];
let windows: { readonly stop: () => void }[] = [];
beforeEach(() => {
  name = `stream of ${crypto.randomUUID()}`;
  [opened, windows] = [[], []];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (_url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    init.signal.addEventListener('abort', () => void writer.abort(init.signal.reason).catch(() => {}));
    opened.push({
      lastEventId: init.headers['last-event-id'],
      signal: init.signal,
      send: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => {}),
      end: () => void writer.close(),
    });
    return Promise.resolve(new Response(readable));
  });
});
afterEach(() => {
  for (const { stop } of windows) stop();
  vi.unstubAllGlobals();
});

function openWindow(pace = PACE, of = name, onData: (data: string) => void = () => {}) {
  const events: string[] = [];
  const states: StreamState[] = [];
  const stream = openSharedStream(
    of,
    {
      url: '/sse',
      onEvent: ({ type, data }) => {
        events.push(`${type} ${data}`.trim());
        onData(data);
      },
      onState: (state) => states.push(state),
    },
    pace,
  );
  const stop = (): void => stream.stop();
  windows.push({ stop });
  return { events, states, stop };
}

const until = (isSo: () => boolean): Promise<void> => expect.poll(isSo).toBe(true);
const event = (id: number): string => `id: ${id}\nevent: span\ndata: ${id}\n\n`;

test('one connection tells all windows, and each is told to read anew when it is there', async () => {
  const all = [openWindow(), openWindow(), openWindow()];
  await until(() => all.every(({ states }) => states.at(-1) === 'open'));
  await until(() => all.every(({ events }) => events.includes('resync')));
  opened[0]?.send(event(1) + event(2));
  await until(() => all.every(({ events }) => events.at(-1) === 'span 2'));
  expect(opened).toHaveLength(1);
  for (const { events } of all) expect(events).toEqual(['resync', 'span 1', 'span 2']);

  const late = openWindow();
  await until(() => late.states.at(-1) === 'open');
  opened[0]?.send(event(3));
  await until(() => late.events.includes('span 3'));
  expect(late.events).toEqual(['resync', 'span 3']);
  expect(opened).toHaveLength(1);
});

test('when the window that reads closes, the next one goes on after the last event, and nothing is told twice', async () => {
  const [first, second, third] = [openWindow(), openWindow(), openWindow()];
  await until(() => third.states.at(-1) === 'open');
  opened[0]?.send(`${event(7)}event: other\ndata: without an id\n\n`);
  await until(() => [second, third].every(({ events }) => events.at(-1) === 'other without an id'));
  first.stop();
  await until(() => opened.length === 2);
  expect(opened[0]?.signal.aborted).toBe(true);
  expect(opened[1]?.lastEventId).toBe('7');
  opened[1]?.send(event(8));
  await until(() => third.events.includes('span 8') && second.events.includes('span 8'));
  const before = ['resync', 'span 7', 'other without an id'];
  for (const { events } of [second, third]) expect(events).toEqual([...before, 'span 8']);
  expect(first.events).toEqual(before);
});

test('a window that an event closes hears and tells no more, and the next one goes on before that event', async () => {
  const closing = [1, 2].map(() => {
    const window = openWindow(PACE, name, (data) => {
      if (data === '2') window.stop();
    });
    return window;
  });
  const last = openWindow();
  await until(() => last.events.includes('resync'));
  opened[0]?.send(event(1));
  await until(() => [...closing, last].every(({ events }) => events.includes('span 1')));
  for (const [at, { events }] of closing.entries()) {
    opened[at]?.send(event(2) + event(3));
    await until(() => opened.length === at + 2);
    expect(events).toEqual(['resync', 'span 1', 'span 2']);
    expect(opened[at + 1]?.lastEventId).toBe('1');
  }
  expect(last.events).toEqual(['resync', 'span 1']);
});

test('a window that slept takes nothing from the one that reads', async () => {
  const quiet = { ...PACE, silenceMs: 60_000 };
  const reading = openWindow({ ...quiet, beatMs: 60_000 });
  await until(() => reading.states.at(-1) === 'open');
  const other = openWindow(quiet);
  await until(() => other.states.at(-1) === 'open');
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 5 * quiet.beatMs));
  expect(opened).toHaveLength(1);
  clock.mockRestore();
});

test('a connection that is lost is lost to all', async () => {
  const all = [openWindow(), openWindow()];
  await until(() => all.every(({ states }) => states.at(-1) === 'open'));
  opened[0]?.end();
  await until(() => all.every(({ states }) => states.at(-1) === 'lost'));
  expect(opened).toHaveLength(1);
});

test('from a window that holds the lock and is silent it is taken away', async () => {
  let isTaken = false;
  const frozen = navigator.locks.request(name, () => new Promise(() => {})).catch(() => (isTaken = true));
  const all = [openWindow(), openWindow()];
  await until(() => all.every(({ states }) => states.at(-1) === 'open'));
  await frozen;
  expect(isTaken).toBe(true);
  opened.at(-1)?.send(event(1));
  await until(() => all.every(({ events }) => events.includes('span 1')));
  expect(opened.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
});

test('a window that the lock was taken from leaves its connection, and hears of the others', async () => {
  const slow = openWindow({ ...PACE, beatMs: 60_000, silenceMs: 60_000 });
  await until(() => slow.states.at(-1) === 'open');
  opened[0]?.send(event(1));
  await until(() => slow.events.includes('span 1'));
  // Its only status answers the greeting; then it is silent.
  const other = openWindow();
  await until(() => opened.length === 2);
  await until(() => opened[0]?.signal.aborted === true);
  expect(opened[1]?.lastEventId).toBe('1');
  opened[1]?.send(event(2));
  await until(() => slow.events.includes('span 2') && other.events.includes('span 2'));
  expect(slow.events).toEqual(['resync', 'span 1', 'span 2']);
});

test('where no lock is to be had, each window reads for itself', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('no', 'SecurityError'));
  const all = [openWindow(), openWindow()];
  await until(() => all.every(({ states }) => states.at(-1) === 'open'));
  expect(opened).toHaveLength(2);
  vi.restoreAllMocks();
});

test('streams of many projects leave connections to a browser: who has none reads anew until one is left', async () => {
  const streams = Array.from({ length: 6 }, (_, at) => openWindow(PACE, `${name} ${at}`));
  await until(() => streams.every(({ states }) => states.at(-1) === 'open'));
  const readAnew = (): typeof streams => streams.filter(({ events }) => events.length > 2);
  await until(() => readAnew().length === 2);
  const waiting = readAnew();
  expect(opened).toHaveLength(4);
  const beside = openWindow(PACE, `${name} ${streams.indexOf(waiting[0]!)}`);
  await until(() => beside.events.length > 1);
  expect(opened).toHaveLength(4);

  for (const stream of streams) if (!waiting.includes(stream)) stream.stop();
  await until(() => opened.length === 6);
  opened[4]?.send(event(1));
  opened[5]?.send(event(1));
  await until(() => [...waiting, beside].every(({ events }) => events.at(-1) === 'span 1'));
});

test('a window that was closed at once opens nothing', async () => {
  openWindow().stop();
  const next = openWindow();
  await until(() => next.states.at(-1) === 'open');
  expect(opened).toHaveLength(1);
});
