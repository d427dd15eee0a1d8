import type { ServerResponse } from 'node:http';

/** Where the text of a stream comes from. */
export interface StreamSource {
  /** A field that stands with the opening `retry:`, with its line end. */
  readonly opening?: string;
  /** What waits to be sent, empty when nothing does. */
  read(): string;
  changed(signal: AbortSignal): Promise<void>;
}

export interface StreamTimes {
  readonly keepaliveMs: number;
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
  // Whoever went before this tells it no more.
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
