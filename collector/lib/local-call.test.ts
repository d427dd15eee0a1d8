import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { call } from './local-call.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that says what it was asked. */
async function startEcho(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const length = request.headers['content-length'] ?? request.headers['transfer-encoding'] ?? 'none';
      asked.push(`${request.method} ${request.url} ${length} ${Buffer.concat(parts).toString()}`.trim());
      response.end('heard');
    });
  });
  // What a proxy is asked for a tunnel.
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  closers.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('asks with a body of known length, a stream, or none', async () => {
  const { url, asked } = await startEcho();
  const whole = await call(`${url}/whole`, { method: 'POST', body: Buffer.from('bytes') });
  await call(`${url}/stream`, { method: 'POST', body: new Response('pieces').body });
  await call(`${url}/none`);
  expect(await whole.text()).toBe('heard');
  expect(asked).toEqual(['POST /whole 5 bytes', 'POST /stream chunked pieces', 'GET /none none']);
});

test.each([
  ['a status that is none', 'HTTP/1.1 999 Odd', 'range of 200 to 599'],
  ['words that no status has', 'HTTP/1.1 200 a\x01b', 'Invalid statusText'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other',
    'ended without an answer',
  ],
])('rejects where another program answers with %s', async (_what, head, why) => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(`${head}\r\n\r\n`, 'latin1'));
  });
  closers.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(call(`http://127.0.0.1:${port}/`)).rejects.toThrow(why);
});

test('goes by no proxy that the environment names', async () => {
  const [collector, proxy] = await Promise.all([startEcho(), startEcho()]);
  const script = `
    import { call } from '${new URL('local-call.ts', import.meta.url).href}';
    console.log(await (await call('${collector.url}/spans')).text());`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...process.execArgv, '--input-type=module', '--eval', script],
    {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy.url,
        http_proxy: proxy.url,
        NO_PROXY: '',
        no_proxy: '',
      },
    },
  );
  expect(stdout.trim()).toBe('heard');
  expect([collector.asked, proxy.asked]).toEqual([['GET /spans none'], []]);
});
