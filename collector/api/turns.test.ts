import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawClients } from '../testing/raw-clients.ts';
import { registerTurns } from './turns.ts';

/** More than the system takes off our hands for a client that does not read. */
const LONG = Buffer.alloc(16 * 1024 * 1024, 'x');

let app: FastifyInstance;
let url: string;
/** What was begun, in order. */
let begun: string[];
/** What `/held` answers, once it does. */
let held: PromiseWithResolvers<string>;
beforeEach(async () => {
  begun = [];
  held = Promise.withResolvers();
  app = Fastify({ forceCloseConnections: true });
  registerTurns(app);
  app.get('/long', async () => {
    begun.push('long');
    return LONG;
  });
  app.get('/short/:name', ({ params }, reply) => {
    const { name } = params as { name: string };
    begun.push(name);
    void reply.send(name);
  });
  app.get('/held/:name', ({ params }) => {
    begun.push((params as { name: string }).name);
    return held.promise;
  });
  app.post('/echo', async ({ body }) => body);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  held.resolve('');
  await app.close();
});
const connect = rawClients();

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (body: string): string =>
  `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const LAST = 'GET /short/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

test('what is asked for behind an answer that nobody reads is not begun, and comes once that is read', async () => {
  const { socket, ended } = await connect(url);
  socket.pause();
  socket.write(get('/long') + get('/short/second') + LAST);
  await expect.poll(() => begun).toEqual(['long']);
  expect(await (await fetch(`${url}/short/other`)).text()).toBe('other');
  expect(begun).toEqual(['long', 'other']);
  socket.resume();
  expect(await ended).toMatch(/second[^]*last$/);
  expect(begun).toEqual(['long', 'other', 'second', 'last']);
});

test('requests with bodies that come at once are answered in their order', async () => {
  const { socket, ended } = await connect(url);
  const bodies = Array.from({ length: 30 }, (_, i) => `${i}:${'b'.repeat(i * 5000)}`);
  socket.write(bodies.map(post).join('') + LAST);
  const answers = (await ended).split(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/).slice(1);
  expect(answers).toEqual([...bodies, 'last']);
});

test('of a client that goes, nothing more is begun', async () => {
  const { socket } = await connect(url);
  socket.write(get('/held/first') + get('/short/second'));
  await expect.poll(() => begun, { interval: 1 }).toEqual(['first']);
  socket.destroy();
  expect(await (await fetch(`${url}/short/other`)).text()).toBe('other');
  expect(await (await fetch(`${url}/short/after`)).text()).toBe('after');
  expect(begun).toEqual(['first', 'other', 'after']);
});

test('who asks for more than may wait is cut off', async () => {
  const { socket, ended } = await connect(url);
  socket.write(get('/held/greedy').repeat(102));
  expect(await ended).toBe('');
  expect(begun).toEqual(['greedy']);
  const patient = await connect(url);
  patient.socket.write(post('patient').repeat(100) + LAST);
  expect((await patient.ended).match(/patient/g)).toHaveLength(100);
});
