import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';
import { giveBack } from './runtime/own-memory.ts';

/** Less than a millisecond's work. */
const BYTES_A_TURN = 512 * 1024;
/** Of all bodies together, in this turn of the event loop. */
let left = BYTES_A_TURN;
/** Those that have read a part, and go on in a later turn: first come, first served. */
const waiting: { readonly bytes: number; readonly goOn: () => void }[] = [];

/**
 * What comes of a request's body, each part good until the next is asked for. What is not read stays where it is, so that a
 * refusal still finds its way. Everything else has its turn after each half megabyte: Node reads a connection for as long as there
 * is something in it, and a flood from many would keep the thread for a fifth of a second. Throws a VALIDATION_ERROR where the
 * request ends before its body.
 */
export async function* bodyParts(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const part of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const { length } = part;
      yield part;
      giveBack(part);
      // A body that is all there is in nobody's way.
      if (!message.complete) await turnFor(length);
    }
  } catch (cause) {
    throw new ApiError('VALIDATION_ERROR', 'the request ended before its body did', { cause });
  }
}

/** So many bytes were read; resolves when more may be. */
function turnFor(bytes: number): Promise<void> | undefined {
  left -= bytes;
  if (left > 0) return undefined;
  if (waiting.length === 0) setImmediate(beginTurn);
  return new Promise((goOn) => void waiting.push({ bytes, goOn }));
}

function beginTurn(): void {
  left = BYTES_A_TURN;
  // Each is expected to read as much again.
  for (let expected = 0; expected < BYTES_A_TURN && waiting.length > 0;) {
    const { bytes, goOn } = waiting.shift()!;
    expected += bytes;
    goOn();
  }
  if (waiting.length > 0) setImmediate(beginTurn);
}
