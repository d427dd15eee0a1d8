import { openBoundedStream } from './bounded-stream.ts';
import type { StreamEvent, StreamOptions, StreamState } from './event-stream.ts';

/** What windows tell each other: whoever comes asks, whoever reads the stream answers, and passes on what it reads. */
type Message =
  | { readonly kind: 'hello' }
  | { readonly kind: 'status'; readonly state: StreamState; readonly lastEventId: string | null }
  | { readonly kind: 'events'; readonly events: readonly StreamEvent[] };

/**
 * How often the window that reads says that it still does, how long the others bear its silence, and how often it has everything
 * read anew while no stream is left to it.
 */
type Pace = { readonly beatMs: number; readonly silenceMs: number; readonly pollMs: number };
const PACE: Pace = { beatMs: 3000, silenceMs: 10_000, pollMs: 5000 };

/**
 * As openBoundedStream, with one connection for all windows that name it alike: a browser allows six to a host, and pages
 * that have no connection left load nothing more. The window that holds the lock of that name reads, and passes on what it reads; when
 * it closes or crashes the browser gives the lock to the next one, which resumes after the last event that it heard of. From one
 * that holds it and is silent (frozen, stopped in a debugger) it is taken away. `stop` may be called twice.
 */
export function openSharedStream(name: string, options: StreamOptions, pace = PACE): { stop(): void } {
  return new SharedStream(name, options, pace);
}

class SharedStream {
  readonly #name: string;
  readonly #options: StreamOptions;
  readonly #pace: Pace;
  readonly #channel: BroadcastChannel;
  readonly #ended = new AbortController();
  readonly #watch: ReturnType<typeof setInterval>;
  #state: StreamState = 'connecting';
  #lastEventId: string | null = null;
  /** Everything since this window came is told. */
  #isCurrent = false;
  /** Ends its reading; null while another window reads. */
  #resign: (() => void) | null = null;
  /** Whoever reads has not been heard for too long. */
  #isSilent = false;
  #heardMs = performance.now();
  #lookedMs = performance.now();
  /** Waits for the lock. */
  #attempt = new AbortController();

  constructor(name: string, options: StreamOptions, pace: Pace) {
    this.#name = name;
    this.#options = options;
    this.#pace = pace;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    this.#watch = setInterval(() => this.#look(), pace.beatMs);
    options.onState(this.#state);
    void this.#run();
  }

  stop(): void {
    this.#ended.abort();
    clearInterval(this.#watch);
    this.#attempt.abort();
    this.#resign?.();
    this.#channel.close();
  }

  async #run(): Promise<void> {
    const lead = (): Promise<void> => this.#lead();
    while (!this.#ended.signal.aborted) {
      const request = this.#isSilent ? { steal: true } : { signal: this.#attempt.signal };
      this.#isSilent = false;
      this.#heardMs = performance.now();
      this.#post({ kind: 'hello' });
      try {
        await navigator.locks.request(this.#name, request, lead);
      } catch (error) {
        // The lock was taken away, or is to be; where there are none, each window reads for itself.
        if (!(error instanceof DOMException && error.name === 'AbortError')) await lead();
      }
      this.#resign?.();
    }
  }

  /** Reads until it resigns. */
  #lead(): Promise<void> {
    if (this.#ended.signal.aborted) return Promise.resolve();
    const passOn = gathered<StreamEvent>((events) => {
      if (events.length > 0) this.#post({ kind: 'events', events });
      this.#postStatus();
    });
    const options: StreamOptions = {
      url: this.#options.url,
      onState: (state) => {
        this.#setState(state);
        passOn();
      },
      onEvent: (event) => {
        // Who comes next reads it again.
        if (this.#resign === null) return;
        this.#take(event);
        passOn(event);
      },
    };
    return new Promise((resolve) => {
      const stream = openBoundedStream(options, this.#lastEventId, this.#pace.pollMs);
      const beat = setInterval(() => this.#postStatus(), this.#pace.beatMs);
      this.#resign = () => {
        this.#resign = null;
        clearInterval(beat);
        stream.stop();
        resolve();
      };
    });
  }

  #hear(message: Message): void {
    if (message.kind === 'hello') {
      if (this.#resign !== null) this.#postStatus();
      return;
    }
    if (this.#resign !== null) return;
    this.#heardMs = performance.now();
    if (message.kind === 'events') {
      for (const event of message.events) this.#take(event);
      return;
    }
    this.#lastEventId = message.lastEventId ?? this.#lastEventId;
    this.#setState(message.state);
    if (this.#state !== 'open' || this.#isCurrent) return;
    this.#isCurrent = true;
    this.#options.onEvent({ type: 'resync', data: '' });
  }

  /** Takes the lock from a window that is silent. */
  #look(): void {
    const now = performance.now();
    // Who slept could hear nobody.
    if (now - this.#lookedMs > 2 * this.#pace.beatMs) this.#heardMs = now;
    this.#lookedMs = now;
    if (this.#resign !== null || now - this.#heardMs < this.#pace.silenceMs) return;
    this.#isSilent = true;
    this.#attempt.abort();
    this.#attempt = new AbortController();
  }

  #take(event: StreamEvent): void {
    this.#lastEventId = event.id ?? this.#lastEventId;
    this.#isCurrent ||= event.type === 'resync';
    this.#options.onEvent(event);
  }

  #setState(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #postStatus(): void {
    this.#post({ kind: 'status', state: this.#state, lastEventId: this.#lastEventId });
  }

  /** What is read as this window closes the next one reads again. */
  #post(message: Message): void {
    if (!this.#ended.signal.aborted) this.#channel.postMessage(message);
  }
}

/** What comes in one piece goes on in one: the state after the events that it came with. */
function gathered<T>(send: (items: readonly T[]) => void): (item?: T) => void {
  let items: T[] = [];
  let isDue = false;
  const sendAll = (): void => {
    isDue = false;
    const all = items;
    items = [];
    send(all);
  };
  return (item) => {
    if (item !== undefined) items.push(item);
    if (!isDue) queueMicrotask(sendAll);
    isDue = true;
  };
}
