import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { hangUp } from './errors.ts';

const slow = new WeakSet<IncomingMessage>();

/** Its body may come for as long as some of it comes: a file of any size, over a line of any speed. */
export const mayTakeLong = (message: IncomingMessage): void => void slow.add(message);

/**
 * Refuses requests whose bodies take longer than `requestMs`, and those of `mayTakeLong` of which nothing comes for so long
 * (at most twice as long is waited); who was answered before that is cut off. Node's own limit is one for all requests of
 * a server.
 */
export function registerRequestTime(app: FastifyInstance, requestMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    limitTime(request.raw, reply.raw, requestMs);
    done();
  });
}

function limitTime(message: IncomingMessage, answer: ServerResponse, requestMs: number): void {
  const { socket } = message;
  if (!hasBody(message)) return;
  let read = socket.bytesRead;
  const late = setTimeout(() => {
    if (message.complete) return;
    if (slow.has(message) && socket.bytesRead > read) {
      read = socket.bytesRead;
      late.refresh();
    } else if (answer.headersSent) socket.destroy();
    else hangUp(socket, new ApiError('VALIDATION_ERROR', 'the request took too long to come'));
  }, requestMs).unref();
  message.once('close', () => clearTimeout(late));
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
