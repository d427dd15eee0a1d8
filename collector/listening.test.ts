import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { hostInUrl, PortTakenError } from './listening.ts';
import { callGrpc } from './testing/grpc-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from './testing/otlp.ts';
import { rawClients } from './testing/raw-clients.ts';
import { startCollector, type RunningCollector } from './testing/start-collector.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
/** Where IPv6 is off, systems have more addresses of version 4 for this machine. */
const OTHER = hasIpv6 ? '::1' : '127.0.0.2';
const inUrl = hasIpv6 ? '[::1]' : OTHER;
/** Of a block for examples (RFC 5737). */
const NOT_OURS = '192.0.2.1';

let found: string[] = [];
vi.mock(import('node:dns/promises'), async (original) => ({
  ...(await original()),
  lookup: (() => Promise.resolve(found.map((address) => ({ address, family: 0 })))) as never,
}));

const running: RunningCollector[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});
const connect = rawClients();

async function startAt(addresses: string[], port = 0): Promise<RunningCollector> {
  found = addresses;
  const started = await startCollector({
    configure: ({ server, otel }) => {
      server.host = 'localhost';
      server.port = port;
      otel.grpc.port = 0;
    },
  });
  running.push(started);
  return started;
}

/** The port of an address, at another host. */
const at = (host: string, address: string): string => `${host}:${address.split(':').at(-1)}`;

const ask = async (host: string, address: string, head: string): Promise<string> => {
  const { socket, ended } = await connect(at(host, address));
  socket.write(head);
  return ended;
};

test('each address of localhost has all ports, with all that holds at the first', async () => {
  const { url, otlpUrl, grpcAddress } = await startAt(['127.0.0.1', OTHER]);
  for (const host of ['127.0.0.1', inUrl]) {
    for (const port of [url, otlpUrl]) {
      const asked = 'Host: localhost\r\nConnection: close\r\nExpect: the odd\r\n\r\n';
      expect(await ask(host, port, `POST /v1/traces HTTP/1.1\r\nContent-Length: 0\r\n${asked}`)).toContain(
        '"code":"UNSUPPORTED_MEDIA_TYPE"',
      );
      expect(await ask(host, port, 'no head\r\n\r\n')).toContain('"code":"VALIDATION_ERROR"');
    }
    const sent = await callGrpc(
      at(host, grpcAddress),
      traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] }),
      {
        authority: 'localhost',
      },
    );
    expect(sent.code).toBe('OK');
  }
});

test('a stop ends them all', async () => {
  const { url, otlpUrl, grpcAddress } = await startAt(['127.0.0.1', OTHER]);
  const { ended } = await connect(at(inUrl, url));
  await running.pop()!.stop();
  expect(await ended).toBe('');
  for (const port of [url, otlpUrl, grpcAddress])
    await expect(connect(at(inUrl, port))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a port that is taken at one of them is taken', async () => {
  const other = net.createServer().listen({ host: OTHER, port: 0 });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(startAt(['127.0.0.1', OTHER], port)).rejects.toThrow(PortTakenError);
  await expect(connect(`127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  other.close();
});

test('an address that this machine has not is left out', async () => {
  const { url } = await startAt(['127.0.0.1', NOT_OURS]);
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
});

test('without any address it is said of the name', async () => {
  const { url } = await startAt([]);
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
});

test('an address stands in a URL without the interface that it is of', () => {
  expect(['127.0.0.1', '::1', 'fe80::1%eth0'].map(hostInUrl)).toEqual(['127.0.0.1', '[::1]', '[fe80::1]']);
});
