import { getJson } from './client.ts';
import { streamPath, traceTreePath } from './paths.ts';
import type { StreamEvent, StreamOptions, StreamState } from './event-stream.ts';
import { openProjectStream } from './project-stream.ts';

/*
 * What the page of an address needs first, asked for before its scripts are there. The stream is opened before anything is
 * read, so that nothing is missed in between and nothing has to be read twice. Each thing is taken once; what nobody takes is
 * dropped.
 */

type Stream = { stop(): void };
type Listener = Omit<StreamOptions, 'url'>;
type StreamAhead = { readonly stream: Stream; readonly listen: (listener: Listener) => void };
type AnswerAhead = { answer: Promise<unknown> | null };

const streams = new Map<string, StreamAhead>();
const answers = new Map<string, AnswerAhead>();

const DROPPED_AFTER_MS = 30_000;

/** Asks for what the page at a path of the window shows. Call once, when the token is known. */
export function askAhead(pathname: string): void {
  const [, project, traceId] = /^\/p\/([^/]+)(?:\/traces\/([^/]+))?/.exec(pathname) ?? [];
  if (project === undefined) return;
  // A page that nobody sees opens no stream until somebody does (keep-current.ts).
  const opened = document.hidden ? Promise.resolve() : connectAhead(streamPath(decode(project)));
  if (traceId !== undefined) readAhead(traceTreePath(decode(project), decode(traceId)), opened);
  setTimeout(dropAll, DROPPED_AFTER_MS);
}

/**
 * Hands a stream over, if it was asked for; whoever takes it stops it. One that is open by then begins without a `resync`: what is
 * read from now on is no older.
 */
export function takeStream({ url, ...listener }: StreamOptions): Stream | null {
  const ahead = streams.get(url);
  streams.delete(url);
  ahead?.listen(listener);
  return ahead?.stream ?? null;
}

/** The answer of a path, if it was asked for already. Its type is what the contract promises for that path. */
export function takeAnswer<T>(path: string): Promise<T> | null {
  const ahead = answers.get(path);
  answers.delete(path);
  return (ahead?.answer ?? null) as Promise<T> | null;
}

/** Settles when the stream is open, or it is known that it is not. */
function connectAhead(url: string): Promise<void> {
  return new Promise((resolve) => {
    let state: StreamState = 'connecting';
    let wasLost = false;
    let listener: Listener | null = null;
    const events: StreamEvent[] = [];
    const stream = openProjectStream({
      url,
      onState: (next) => {
        state = next;
        wasLost ||= next === 'lost';
        listener?.onState(next);
        if (next !== 'connecting') resolve();
      },
      onEvent: (event) => (listener === null ? events.push(event) : listener.onEvent(event)),
    });
    const listen = (next: Listener): void => {
      listener = next;
      next.onState(state);
      // Where the first connection was lost, the answer may be older than the stream.
      if (state === 'open' && !wasLost && events[0]?.type === 'resync') events.shift();
      events.forEach(next.onEvent);
    };
    streams.set(url, { stream, listen });
  });
}

function readAhead(path: string, opened: Promise<unknown>): void {
  const ahead: AnswerAhead = { answer: null };
  answers.set(path, ahead);
  void opened.then(() => {
    if (answers.get(path) !== ahead) return;
    ahead.answer = getJson(path);
    // The screen that takes it shows what went wrong.
    ahead.answer.catch(() => undefined);
  });
}

function dropAll(): void {
  for (const { stream } of streams.values()) stream.stop();
  streams.clear();
  answers.clear();
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
