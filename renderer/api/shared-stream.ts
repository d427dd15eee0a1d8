import { openEventStream, type StreamEvent, type StreamOptions, type StreamState } from './event-stream.ts';

/** What windows tell each other: whoever comes asks, whoever reads the stream answers, and passes on what it reads. */
type Message =
  | { readonly kind: 'hello' }
  | { readonly kind: 'status'; readonly state: StreamState; readonly lastEventId: string | null }
  | { readonly kind: 'events'; readonly events: readonly StreamEvent[] };

/** How often the window that reads says that it still does, and how long the others bear its silence. */
type Pace = { readonly beatMs: number; readonly silenceMs: number };
const PACE: Pace = { beatMs: 3000, silenceMs: 10_000 };

/**
 * As openEventStream, with one connection for all windows that name it alike: a browser allows six to a host, and pages
 * that have no connection left load nothing more. The window that holds the lock of that name reads, and passes on what it reads; when
 * it closes or crashes the browser gives the lock to the next one, which resumes after the last event that it heard of. From one
 * that holds it and is silent (frozen, stopped in a debugger) it is taken away. `stop` may be called twice.
 */
export function openSharedStream(name: string, options: StreamOptions, pace = PACE): { stop(): void } {
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let state: StreamState = 'connecting';
  let lastEventId: string | null = null;
  /** Everything since this window came is told. */
  let isCurrent = false;
  let resign: (() => void) | null = null;
  let isSilent = false;
  let heardMs = performance.now();
  let attempt = new AbortController();

  const post = (message: Message): void => channel.postMessage(message);
  const postStatus = (): void => post({ kind: 'status', state, lastEventId });
  const setState = (next: StreamState): void => {
    if (next === state) return;
    state = next;
    options.onState(next);
  };
  const take = (event: StreamEvent): void => {
    lastEventId = event.id ?? lastEventId;
    isCurrent ||= event.type === 'resync';
    options.onEvent(event);
  };

  /** Reads until it resigns. */
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      if (ended.signal.aborted) return resolve();
      let events: StreamEvent[] = [];
      let isDue = false;
      const send = (): void => {
        if (!isDue) return;
        isDue = false;
        if (events.length > 0) post({ kind: 'events', events });
        events = [];
        postStatus();
      };
      // What came in one piece goes on in one: the state after the events that it came with.
      const sendSoon = (): void => {
        if (!isDue) queueMicrotask(send);
        isDue = true;
      };
      const stream = openEventStream(
        {
          url: options.url,
          onState: (next) => {
            setState(next);
            sendSoon();
          },
          onEvent: (event) => {
            // Who comes next reads it again.
            if (resign === null) return;
            take(event);
            events.push(event);
            sendSoon();
          },
        },
        lastEventId,
      );
      const beat = setInterval(postStatus, pace.beatMs);
      resign = () => {
        resign = null;
        clearInterval(beat);
        stream.stop();
        send();
        resolve();
      };
    });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (resign !== null) {
      if (data.kind === 'hello') postStatus();
      return;
    }
    if (data.kind === 'hello') return;
    heardMs = performance.now();
    if (data.kind === 'events') return data.events.forEach(take);
    lastEventId = data.lastEventId ?? lastEventId;
    setState(data.state);
    if (state !== 'open' || isCurrent) return;
    isCurrent = true;
    options.onEvent({ type: 'resync', data: '' });
  };

  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const request = isSilent ? { steal: true } : { signal: attempt.signal };
      isSilent = false;
      heardMs = performance.now();
      post({ kind: 'hello' });
      try {
        await navigator.locks.request(name, request, lead);
      } catch (error) {
        // The lock was taken away, or is to be; where there are none, each window reads for itself.
        if (!(error instanceof DOMException && error.name === 'AbortError')) await lead();
      }
      resign?.();
    }
  };

  let tickMs = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    // Who slept could hear nobody.
    if (now - tickMs > 2 * pace.beatMs) heardMs = now;
    tickMs = now;
    if (resign !== null || now - heardMs < pace.silenceMs) return;
    isSilent = true;
    attempt.abort();
    attempt = new AbortController();
  }, pace.beatMs);

  options.onState(state);
  void run();
  return {
    stop() {
      ended.abort();
      clearInterval(watch);
      attempt.abort();
      resign?.();
      channel.close();
    },
  };
}
