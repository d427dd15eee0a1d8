import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Of answers that clients have not taken, in all: a few of the longest conversations. */
const MAX_BYTES = 256 * 1024 * 1024;
/** What is shorter is no burden: one a connection, and the system's own buffers hold it. */
const LEAST_BYTES = 64 * 1024;

/**
 * Bounds what waits in memory for clients to read it: who takes nothing of a long answer for `patienceMs` is cut off, and so is who has
 * been at it for longest once more than `maxBytes` wait in all. What is sent piece by piece waits where it lies.
 */
export function registerUnreadAnswers(app: FastifyInstance, patienceMs: number, maxBytes = MAX_BYTES): void {
  /** Those that began first come first. */
  const unread = new Map<ServerResponse, number>();
  let total = 0;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) wait(reply.raw, payload.length);
    done(null, payload);
  });

  function wait(answer: ServerResponse, bytes: number): void {
    // Or nobody is there any more.
    if (bytes < LEAST_BYTES || answer.destroyed || answer.socket === null) return;
    unread.set(answer, bytes);
    total += bytes;
    answer.setTimeout(patienceMs);
    answer.once('close', () => forget(answer));
    for (const [oldest] of unread) {
      if (total <= maxBytes || oldest === answer) break;
      forget(oldest);
      oldest.destroy();
    }
  }

  function forget(answer: ServerResponse): void {
    total -= unread.get(answer) ?? 0;
    unread.delete(answer);
  }
}
