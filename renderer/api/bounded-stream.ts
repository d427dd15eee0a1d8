import { openEventStream, type StreamOptions } from './event-stream.ts';
import { pause } from './pause.ts';

/** Of the six connections that a browser allows to a host, how many streams may take: pages need the others. */
const MOST_STREAMS = 4;

/**
 * As openEventStream, for one of the few streams that the windows of a browser may have between them. While all are taken it tells
 * an event of type `resync` every `pollMs` instead, until one is left to it; where no locks are to be had, it is one more.
 */
export function openBoundedStream(
  options: StreamOptions,
  resumeFrom: string | null,
  pollMs: number,
): { stop(): void } {
  const stopped = new AbortController();
  void run(options, resumeFrom, pollMs, stopped.signal);
  return { stop: () => stopped.abort() };
}

async function run(
  options: StreamOptions,
  resumeFrom: string | null,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId = resumeFrom;
  const read = (): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const stream = openEventStream(options, lastEventId);
      signal.addEventListener('abort', () => (stream.stop(), resolve()), { once: true });
    });
  while (!(await inPlace(read)) && !signal.aborted) {
    lastEventId = null;
    options.onState('open');
    options.onEvent({ type: 'resync', data: '' });
    await pause(pollMs, signal);
  }
}

/** Does it in one of the places for streams; false where all are taken. */
async function inPlace(read: () => Promise<void>): Promise<boolean> {
  const readIfFree = async (lock: Lock | null): Promise<boolean> => {
    if (lock !== null) await read();
    return lock !== null;
  };
  try {
    for (let place = 1; place <= MOST_STREAMS; place += 1) {
      if (await navigator.locks.request(`tracedeck stream ${place}`, { ifAvailable: true }, readIfFree))
        return true;
    }
    return false;
  } catch {
    await read();
    return true;
  }
}
