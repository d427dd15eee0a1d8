import type { ServerResponse } from 'node:http';

/** Where the text of a stream comes from. */
export interface StreamSource {
  /** A field that stands with the opening `retry:`, with its line end. */
  readonly opening?: string;
  /** What is to be sent next, and no more than a socket should take at once; empty when nothing waits. */
  read(): string;
  /** Resolves when there may be more to read, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void>;
}

export interface StreamTimes {
  /** Between comments that keep proxies from hanging up. */
  readonly keepaliveMs: number;
  /** After which the stream is ended: the client comes back by itself. */
  readonly timeoutMs: number;
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

/**
 * Writes server-sent events until the client goes, the time is up or `stop` aborts. One loop a client that reads on
 * only when the socket has taken what was written: a slow client is simply behind, it piles up nothing.
 */
export async function streamEvents(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  source: StreamSource,
  times: StreamTimes,
  stop: AbortSignal,
): Promise<void> {
  // Of a client that has gone already no `close` comes any more.
  if (response.destroyed) return;
  const ended = new AbortController();
  const { signal } = ended;
  const end = (): void => ended.abort();
  response.on('close', end);
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  // Cleared with the stream, unlike a signal with a time of its own: that would be held until the time is up.
  const tooLong = setTimeout(end, times.timeoutMs).unref();
  response.writeHead(200, { ...headers, ...HEADERS });
  response.write(`retry: 2000\n${source.opening ?? ''}\n`);
  const keepalive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, times.keepaliveMs);
  try {
    while (!signal.aborted) {
      const text = source.read();
      if (text === '') await source.changed(signal);
      else if (!response.write(text)) await drained(response, signal);
    }
  } finally {
    clearInterval(keepalive);
    clearTimeout(tooLong);
    stop.removeEventListener('abort', end);
    if (response.writableNeedDrain) response.destroy();
    else response.end();
  }
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
