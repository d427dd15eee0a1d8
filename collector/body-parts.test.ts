import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { bodyParts } from './body-parts.ts';

const CONNECTIONS = 16;
const MEGABYTE = 1024 * 1024;
const BODY_BYTES = 4 * MEGABYTE;

let server: http.Server;
afterEach(() => server.close());

/** Sends one request with a body of so many bytes; what comes back is not read. */
function send(port: number, bytes: number): net.Socket {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 'x'));
  return socket;
}

const portOf = async (handler: (message: http.IncomingMessage) => void): Promise<number> => {
  server = http.createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

test('a flood from many connections leaves everything else its turn, and all of it is read', async () => {
  const bytesOfTurns = [0];
  let ticking = setImmediate(function tick() {
    bytesOfTurns.push(0);
    ticking = setImmediate(tick);
  });
  let whole = 0;
  const { promise: allWhole, resolve, reject } = Promise.withResolvers<void>();
  const readAll = async (message: http.IncomingMessage): Promise<void> => {
    for await (const { length } of bodyParts(message)) bytesOfTurns[bytesOfTurns.length - 1]! += length;
    if (++whole === CONNECTIONS) resolve();
  };
  const port = await portOf((message) => void readAll(message).catch(reject));
  const sockets = Array.from({ length: CONNECTIONS }, () => send(port, BODY_BYTES));
  await allWhole;
  clearImmediate(ticking);
  for (const socket of sockets) socket.destroy();
  expect(bytesOfTurns.reduce((sum, bytes) => sum + bytes)).toBe(CONNECTIONS * BODY_BYTES);
  // As it comes, one connection has two megabytes read in a turn, and each of the others too.
  expect(Math.max(...bytesOfTurns)).toBeLessThan(1.5 * MEGABYTE);
});

test('a body that ends early throws after what there was', async () => {
  const { promise: error, resolve } = Promise.withResolvers<unknown>();
  let size = 0;
  const readAll = async (message: http.IncomingMessage): Promise<void> => {
    for await (const { length } of bodyParts(message)) {
      size += length;
      if (size === 1000) socket.destroy();
    }
  };
  const port = await portOf((message) => void readAll(message).catch(resolve));
  const socket = send(port, 1000);
  expect(await error).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(size).toBe(1000);
});
