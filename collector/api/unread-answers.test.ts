import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { rawClients, type RawClient } from '../testing/raw-clients.ts';
import { registerUnreadAnswers } from './unread-answers.ts';

const MEGABYTE = 1024 * 1024;
/** More than the system takes off our hands for a client that does not read. */
const LONG = Buffer.alloc(32 * MEGABYTE, 'x');

let app: FastifyInstance;
afterEach(() => app.close());
const connect = rawClients();

async function serve(patienceMs: number, maxBytes: number): Promise<string> {
  app = Fastify({ forceCloseConnections: true });
  registerUnreadAnswers(app, patienceMs, maxBytes);
  app.get('/', async () => LONG);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** Asks, and reads nothing once the answer has begun to come. */
async function ask(url: string): Promise<RawClient> {
  const client = await connect(url);
  client.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await new Promise((begun) => client.socket.once('data', begun));
  client.socket.pause();
  return client;
}

/** How much came until the other side hung up. */
async function readOn({ socket, ended }: RawClient): Promise<number> {
  socket.resume();
  return (await ended).length;
}

/** Enough for the system to ask for more. */
async function readSome({ socket }: RawClient): Promise<void> {
  const wanted = socket.bytesRead + 2 * MEGABYTE;
  socket.resume();
  while (socket.bytesRead < wanted) await new Promise((read) => socket.once('data', read));
  socket.pause();
}

const forMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

test('who takes nothing of an answer is cut off, who goes on reading however slowly is not', async () => {
  const url = await serve(2000, 100 * MEGABYTE);
  const silent = await ask(url);
  const slow = await ask(url);
  for (let round = 0; round < 8; round++) {
    await forMs(700);
    await readSome(slow);
  }
  expect(await readOn(silent)).toBeLessThan(LONG.length);
  expect(await readOn(slow)).toBeGreaterThan(LONG.length);
});

test('of more than may wait in all, what has waited longest is given up', async () => {
  const url = await serve(60_000, 80 * MEGABYTE);
  const clients = [await ask(url), await ask(url), await ask(url)] as const;
  expect(await readOn(clients[0])).toBeLessThan(LONG.length);
  expect(await readOn(clients[1])).toBeGreaterThan(LONG.length);
  expect(await readOn(clients[2])).toBeGreaterThan(LONG.length);
});

test('what was read, or was cut off with its client, counts no more', async () => {
  const url = await serve(60_000, 80 * MEGABYTE);
  for (let round = 0; round < 4; round++) {
    expect(await readOn(await ask(url))).toBeGreaterThan(LONG.length);
    const gone = await ask(url);
    gone.socket.destroy();
  }
  const clients = [await ask(url), await ask(url)] as const;
  for (const client of clients) expect(await readOn(client)).toBeGreaterThan(LONG.length);
});
