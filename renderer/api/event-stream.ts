import { createParser } from 'eventsource-parser';
import { takeStream } from './ahead.ts';
import { connect, type Connection } from './stream-connection.ts';

export type StreamEvent = { readonly type: string; readonly data: string };
export type StreamState = 'connecting' | 'open' | 'lost';

export type StreamOptions = {
  readonly url: string;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onState: (state: StreamState) => void;
};

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;

/**
 * Reads a server-sent event stream with fetch (EventSource can send no Authorization header), reconnects for as long as
 * it is not stopped, and resumes with Last-Event-ID. A connection without an id to resume from, the first one too,
 * begins with an event of type `resync`: what happened before it was open is not told. The one that was opened ahead of
 * everything else needs none. `stop` may be called twice.
 */
export function openEventStream(options: StreamOptions): { stop(): void } {
  const abort = new AbortController();
  void run(options, abort.signal);
  return { stop: () => abort.abort() };
}

async function run(options: StreamOptions, signal: AbortSignal): Promise<void> {
  let ahead = takeStream(options.url);
  signal.addEventListener('abort', () => ahead?.abort.abort(), { once: true });
  let hasMissed = ahead?.isOpen !== true;
  let lastEventId: string | null = null;
  let retryMs = FIRST_RETRY_MS;
  let wasOpen = false;
  while (!signal.aborted) {
    options.onState(wasOpen ? 'lost' : 'connecting');
    try {
      const body = await (ahead?.connection ?? connect(options.url, lastEventId, signal));
      options.onState('open');
      if (lastEventId === null && hasMissed) options.onEvent({ type: 'resync', data: '' });
      [wasOpen, hasMissed] = [true, true];
      retryMs = FIRST_RETRY_MS;
      lastEventId = await readEvents(body, options, lastEventId);
    } catch {
      // A lost connection is a state, shown as such, and tried again below.
    }
    ahead = undefined;
    if (signal.aborted) return;
    options.onState('lost');
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }
}

async function readEvents(
  body: Connection,
  options: StreamOptions,
  resumedFrom: string | null,
): Promise<string | null> {
  let lastEventId = resumedFrom;
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (id !== undefined) lastEventId = id;
      options.onEvent({ type: event ?? 'message', data });
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  } catch {
    // The connection broke: what was read counts, and the id to resume from is returned.
  }
  return lastEventId;
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
