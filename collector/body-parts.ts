import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';
import { giveBack } from './runtime/own-memory.ts';

/** Takes less than a millisecond. */
const BYTES_A_TURN = 512 * 1024;
/** What all bodies together may still read in this turn of the event loop. */
let left = BYTES_A_TURN;
/** Bodies that go on in a later turn, first come, first served. `bytes`: what they read last. */
const waiting: { readonly bytes: number; readonly goOn: () => void }[] = [];

/**
 * The parts of a request's body, each valid until the next is asked for. A caller that stops early leaves the rest unread, so that
 * a refusal can still be sent. Everything else has its turn after each half megabyte: Node reads a connection for as long as there
 * is something in it, and a flood from many would keep the thread for a fifth of a second. Throws a VALIDATION_ERROR where the
 * request ends before its body.
 */
export async function* bodyParts(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const part of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const { length } = part;
      yield part;
      giveBack(part);
      // The last part of a body need not wait.
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
  // Each body is expected to read as much as the last time.
  for (let expected = 0; expected < BYTES_A_TURN && waiting.length > 0;) {
    const { bytes, goOn } = waiting.shift()!;
    expected += bytes;
    goOn();
  }
  if (waiting.length > 0) setImmediate(beginTurn);
}
