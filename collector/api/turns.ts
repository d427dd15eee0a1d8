import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of a connection that may wait for the answer before theirs. */
const MAX_WAITING = 100;

interface Turns {
  /** Is one being answered? */
  isBusy: boolean;
  readonly waiting: { readonly answer: ServerResponse; readonly begin: () => void }[];
}

/**
 * Begins a connection's next request when the answer before it has been taken: answers leave in the order of their requests, so
 * that those which are ready sooner would lie in memory until the client reads. A client that sends more than may wait is cut
 * off. Register it first: the time that a request may take counts from its turn.
 */
export function registerTurns(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Turns>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const turns = connections.get(socket) ?? { isBusy: false, waiting: [] };
    if (!turns.isBusy) {
      connections.set(socket, turns);
      begin(turns, reply.raw, done);
    } else if (turns.waiting.length < MAX_WAITING) turns.waiting.push({ answer: reply.raw, begin: done });
    else socket.destroy();
  });
}

function begin(turns: Turns, answer: ServerResponse, done: () => void): void {
  turns.isBusy = true;
  answer.once('close', () => {
    turns.isBusy = false;
    const next = turns.waiting.shift();
    if (next !== undefined && answer.req.socket.writable) begin(turns, next.answer, next.begin);
  });
  done();
}
