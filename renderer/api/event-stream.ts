import { createParser } from 'eventsource-parser';
import { pause } from './pause.ts';
import { connect, type Connection } from './stream-connection.ts';

export type StreamEvent = { readonly type: string; readonly data: string; readonly id?: string };
export type StreamState = 'connecting' | 'open' | 'lost';

export type StreamOptions = {
  readonly url: string;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onState: (state: StreamState) => void;
};

const FIRST_RETRY_MS = 1000;
/** Whoever starts the collector again is looking at the window, and it is on this machine: to ask costs next to nothing. */
const LAST_RETRY_MS = 3000;

/**
 * Reads a server-sent event stream with fetch (EventSource can send no Authorization header), reconnects for as long as
 * it is not stopped, and resumes with Last-Event-ID, from the first time on where there is one to resume from. A connection
 * without one begins with an event of type `resync`: what happened before it was open is not told. `stop` may be called twice.
 */
export function openEventStream(options: StreamOptions, resumeFrom: string | null = null): { stop(): void } {
  const abort = new AbortController();
  void run(options, resumeFrom, abort.signal);
  return { stop: () => abort.abort() };
}

async function run(options: StreamOptions, resumeFrom: string | null, signal: AbortSignal): Promise<void> {
  let lastEventId = resumeFrom;
  let retryMs = FIRST_RETRY_MS;
  let wasOpen = false;
  while (!signal.aborted) {
    options.onState(wasOpen ? 'lost' : 'connecting');
    try {
      const body = await connect(options.url, lastEventId, signal);
      options.onState('open');
      if (lastEventId === null) tell(options, { type: 'resync', data: '' });
      wasOpen = true;
      retryMs = FIRST_RETRY_MS;
      lastEventId = await readEvents(body, options, lastEventId);
    } catch {
      // A lost connection is a state, shown as such, and tried again below.
    }
    if (signal.aborted) return;
    options.onState('lost');
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }
}

/** A listener that fails is no lost connection: the others go on, and the console has it. */
function tell({ onEvent }: StreamOptions, event: StreamEvent): void {
  try {
    onEvent(event);
  } catch (error) {
    reportError(error);
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
      tell(options, { type: event ?? 'message', data, ...(id === undefined ? {} : { id }) });
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
