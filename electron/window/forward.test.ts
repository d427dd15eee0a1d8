import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { forward as forwardTo, isCollectorPath } from './forward.ts';
import { PageLife } from './page-life.ts';

const open: { [Symbol.asyncDispose](): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

/** A collector of one answer. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const forward = (request: Request, url: string, token: string | null = null): Promise<Response> =>
  forwardTo(request, { url, token });

function pageRequest(path: string, init: RequestInit = {}): Request {
  return new Request(`app://tracedeck${path}`, init);
}

test('only the interface of the collector is forwarded', () => {
  expect(['/api/v1/health', '/otel/v1/traces'].filter(isCollectorPath)).toHaveLength(2);
  expect(['/', '/apis', '/assets/api/x.js', '/v1/traces', '/p/default/api/'].filter(isCollectorPath)).toEqual(
    [],
  );
});

test('path, query, method, body and headers reach the collector', async () => {
  let seen: unknown;
  const url = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      seen = { url: request.url, method: request.method, type: request.headers['content-type'], body };
      response.writeHead(204).end();
    });
  });
  const answer = await forward(
    pageRequest('/api/v1/x?a=%2F&b=1', {
      method: 'DELETE',
      body: '{"n":1}',
      headers: { 'content-type': 'application/json' },
    }),
    url,
  );
  expect(answer.status).toBe(204);
  expect(seen).toEqual({
    url: '/api/v1/x?a=%2F&b=1',
    method: 'DELETE',
    type: 'application/json',
    body: '{"n":1}',
  });
});

test('the collector sees neither origin nor cookies of the page', async () => {
  let seen: IncomingMessage['headers'] = {};
  const url = await serve((request, response) => {
    seen = request.headers;
    response.end('{}');
  });
  const headers = {
    origin: 'app://tracedeck',
    cookie: 'a=1',
    referer: 'app://tracedeck/',
    authorization: 'Bearer x',
  };
  await forward(pageRequest('/api/v1/x', { headers }), url);
  expect(seen).toMatchObject({ authorization: 'Bearer x', host: url.slice('http://'.length) });
  expect(seen).not.toHaveProperty('origin');
  expect(seen).not.toHaveProperty('cookie');
  expect(seen).not.toHaveProperty('referer');
});

test('the collector gets the token of the window, whatever the page sends', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await forward(pageRequest('/api/v1/x'), url, 'mine');
  await forward(pageRequest('/api/v1/x', { headers: { authorization: 'Bearer x' } }), url, 'mine');
  await forward(pageRequest('/api/v1/x'), url);
  expect(seen).toEqual(['Bearer mine', 'Bearer mine', undefined]);
});

test('a token of the window that is refused is told of; without one that of the page goes through', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401).end('{}');
  });
  let refused = 0;
  const ask = (token: string | null): Promise<Response> =>
    forwardTo(pageRequest('/api/v1/x', { headers: { authorization: 'Bearer page' } }), {
      url,
      token,
      onRefused: () => refused++,
    });
  expect([(await ask('mine')).status, refused]).toEqual([401, 1]);
  expect([(await ask(null)).status, refused]).toEqual([401, 1]);
  expect(seen).toEqual(['Bearer mine', 'Bearer page']);
});

test('status, headers and the body come back, and nobody packs it', async () => {
  const url = await serve((request, response) => {
    response.writeHead(404, 'Nowhere', { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(JSON.stringify({ encoding: request.headers['accept-encoding'] }));
  });
  const headers = { 'accept-encoding': 'gzip, br' };
  const answer = await forward(pageRequest('/api/v1/traces/1', { headers }), url);
  expect([answer.status, answer.statusText]).toEqual([404, 'Nowhere']);
  expect([answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
    'application/json',
    '1',
  ]);
  expect(await answer.json()).toEqual({ encoding: 'identity' });
});

test('an answer without a body is one', async () => {
  const url = await serve((_, response) => void response.writeHead(204).end());
  const answer = await forward(pageRequest('/api/v1/x', { method: 'POST' }), url);
  expect([answer.status, answer.body]).toEqual([204, null]);
});

/** Where Node's own `fetch` keeps what says how long it waits for an answer: five minutes. */
const dispatcher = Symbol.for('undici.globalDispatcher.1');

test('an answer may come later than Node’s own fetch waits for one: that to an import does', async () => {
  const world = globalThis as unknown as Record<symbol, object>;
  const patient = world[dispatcher]!;
  const Impatient = patient.constructor as new (options: object) => object;
  const waiting: ServerResponse[] = [];
  const url = await serve(
    (request, response) => void request.resume().once('end', () => waiting.push(response)),
  );
  try {
    world[dispatcher] = new Impatient({ headersTimeout: 50 });
    const answer = forward(pageRequest('/api/v1/import', { method: 'POST', body: 'x' }), url);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await expect.poll(() => waiting.length).toBe(2);
    for (const response of waiting) response.end('stored');
    expect(await (await answer).text()).toBe('stored');
  } finally {
    world[dispatcher] = patient;
  }
});

test('a large body comes no faster than it is read', async () => {
  const piece = Buffer.alloc(1 << 20, 'x');
  let written = 0;
  const url = await serve((_, response) => {
    const write = (): void => {
      while (written < 64) {
        written++;
        if (!response.write(piece)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  });
  const answer = await forward(pageRequest('/api/v1/x'), url);
  const reader = answer.body!.getReader();
  await reader.read();
  expect(written).toBeLessThan(64);
  let read = 1;
  for (let next = await reader.read(); !next.done; next = await reader.read()) read += next.value.length;
  expect([written, read > 60 << 20]).toEqual([64, true]);
});

test('a collector that is gone is a 502', async () => {
  const url = await serve(() => {});
  await open.pop()?.[Symbol.asyncDispose]();
  const answer = await forward(pageRequest('/api/v1/health'), url);
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ code: 'UNREACHABLE' });
});

describe('a stream', () => {
  async function openStream(life?: AbortSignal): Promise<{ answer: Response; ended: Promise<unknown> }> {
    const ended = Promise.withResolvers<unknown>();
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: span\ndata: {}\n\n');
      response.once('close', ended.resolve);
    });
    const answer = await forwardTo(pageRequest('/api/v1/sse'), { url, token: null }, life);
    return { answer, ended: ended.promise };
  }

  test('passes events on before it is over', async () => {
    const { answer } = await openStream();
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain('event: span');
    await reader?.cancel();
  });

  test('ends at the collector when the page stops reading', async () => {
    const { answer, ended } = await openStream();
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect(ended).resolves.toBeUndefined();
  });

  test('ends at the collector when the next page is there, and not while that is on its way', async () => {
    const page = new PageLife();
    const first = await openStream(page.signal);
    const reader = first.answer.body?.getReader();
    await reader?.read();
    page.begin();
    const second = await openStream(page.signal);
    const still = reader?.read();
    page.arrive();
    await expect(still).rejects.toThrow('aborted');
    await expect(first.ended).resolves.toBeUndefined();
    const chunk = await second.answer.body?.getReader().read();
    expect(new TextDecoder().decode(chunk?.value)).toContain('event: span');
    page.end();
    await expect(second.ended).resolves.toBeUndefined();
  });
});
