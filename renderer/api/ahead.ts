import { getJson } from './client.ts';
import { streamPath, traceTreePath } from './paths.ts';
import { connect, type Connection } from './stream-connection.ts';

/*
 * What the page of an address needs first, asked for before its scripts are there. The stream is opened before anything is
 * read, so that nothing is missed in between and nothing has to be read twice. Each thing is taken once; what nobody takes is
 * dropped.
 */

type StreamAhead = {
  readonly connection: Promise<Connection>;
  readonly abort: AbortController;
  /** What is read from here on is no older than the stream. */
  isOpen: boolean;
};
type AnswerAhead = { answer: Promise<unknown> | null };

const streams = new Map<string, StreamAhead>();
const answers = new Map<string, AnswerAhead>();

const DROPPED_AFTER_MS = 30_000;

/** Asks for what the page at a path of the window shows. Call once, when the token is known. */
export function askAhead(pathname: string): void {
  const [, project, traceId] = /^\/p\/([^/]+)(?:\/traces\/([^/]+))?/.exec(pathname) ?? [];
  if (project === undefined) return;
  // A page that nobody sees opens no stream until somebody does (live.ts).
  const opened = document.hidden ? Promise.resolve() : connectAhead(streamPath(decode(project)));
  if (traceId !== undefined) readAhead(traceTreePath(decode(project), decode(traceId)), opened);
  setTimeout(dropAll, DROPPED_AFTER_MS);
}

/** The stream of a path, if it was asked for. Whoever takes it ends it. */
export function takeStream(path: string): StreamAhead | undefined {
  const ahead = streams.get(path);
  streams.delete(path);
  return ahead;
}

/** The answer of a path, if it was asked for already. Its type is what the contract promises for that path. */
export function takeAnswer<T>(path: string): Promise<T> | null {
  const ahead = answers.get(path);
  answers.delete(path);
  return (ahead?.answer ?? null) as Promise<T> | null;
}

function connectAhead(path: string): Promise<unknown> {
  const abort = new AbortController();
  const ahead: StreamAhead = { connection: connect(path, null, abort.signal), abort, isOpen: false };
  streams.set(path, ahead);
  return ahead.connection.then(
    () => (ahead.isOpen = true),
    // Whoever takes it hears of it.
    () => undefined,
  );
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
  for (const { abort } of streams.values()) abort.abort();
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
