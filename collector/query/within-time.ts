import { createContext, Script } from 'node:vm';
import { ApiError } from '../errors.ts';
import { TooManyMessages } from '../messages/most-messages.ts';
import { hasFilesLeft } from '../runtime/files-left.ts';
import type { Answered } from './answer-bounds.ts';

/** Far beyond what the largest conversation takes on a slow machine. */
const LIMIT_MS = 30_000;

/** What is no longer than this comes to an end by itself, also where time goes by the square of it. */
const SHORT_BYTES = 128 * 1024;

interface Limited {
  readonly context: { read: () => unknown };
  readonly script: Script;
}
let limited: Limited | undefined;

/**
 * What `read` makes of so many bytes. Throws a VALIDATION_ERROR where that takes too long or is too many messages, as where an answer
 * would be too large, and says what to ask for instead: one span must not keep its thread from all others for ever.
 * `read` is ended wherever it is, so that it may ask no database and change nothing that outlives it. The thread goes on: killing
 * threads that hold native modules has crashed Electron. A thread of its own watches, which takes longer to start than a short
 * conversation takes to read: few bytes are read unwatched. So is all while there is no file left, without which that thread would
 * end the process.
 */
export function withinTime<T>(bytes: number, of: Answered, read: () => T, limitMs = LIMIT_MS): T {
  try {
    return watched(bytes, read, limitMs);
  } catch (cause) {
    const why = whyEnded(cause, limitMs);
    if (why === undefined) throw cause;
    throw new ApiError('VALIDATION_ERROR', `what ${of.name} says ${why}: ${of.instead}`, { cause });
  }
}

function whyEnded(error: unknown, limitMs: number): string | undefined {
  if (error instanceof TooManyMessages) return `is ${error.message}, too much for one answer`;
  if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
  return `could not be read within ${limitMs / 1000} s`;
}

function watched<T>(bytes: number, read: () => T, limitMs: number): T {
  if (bytes <= SHORT_BYTES || !hasFilesLeft()) return read();
  limited ??= { context: createContext({}) as Limited['context'], script: new Script('read()') };
  const { context, script } = limited;
  context.read = read;
  try {
    return script.runInContext(context, { timeout: limitMs }) as T;
  } finally {
    // What it holds may be large.
    context.read = () => undefined;
  }
}
