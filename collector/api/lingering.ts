import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyParts } from '../body-parts.ts';
import { hasBody } from './request-time.ts';

/**
 * Lets what is answered before its body has come (refusals) end only when the body has: a connection that is closed with bytes
 * unread is reset, and a client that is still sending would see that instead of the answer. The answer itself goes out
 * at once; what still comes is dropped, for as long as a request may take.
 */
export function registerLingering(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw) || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
      return done(null, payload);
    reply.header('content-length', Buffer.byteLength(payload));
    done(null, afterBody(raw, payload));
  });
}

function afterBody(message: IncomingMessage, payload: string | Buffer): Readable {
  let isBegun = false;
  return new Readable({
    read() {
      if (isBegun) return;
      isBegun = true;
      this.push(payload);
      void drop(message).then(() => this.push(null));
    },
  });
}

async function drop(message: IncomingMessage): Promise<void> {
  try {
    for await (const _ of bodyParts(message));
  } catch {
    // Whoever sent it is gone.
  }
}
