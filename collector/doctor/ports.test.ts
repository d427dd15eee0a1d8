import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import { examinePorts } from './ports.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
/** Where IPv6 is off, systems have more addresses of version 4 for this machine. */
const OTHER = hasIpv6 ? '::1' : '127.0.0.2';
/** Of a block for examples (RFC 5737). */
const NOT_OURS = '192.0.2.1';

vi.mock(import('node:dns/promises'), async (original) => ({
  ...(await original()),
  lookup: (() =>
    Promise.resolve(['127.0.0.1', NOT_OURS, OTHER].map((address) => ({ address, family: 0 })))) as never,
}));

test('a port must be free at each address of localhost that the machine has', async () => {
  const other = net.createServer().listen({ host: OTHER, port: 0 });
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const config = defaultConfig({});
  config.server.host = 'localhost';
  config.server.port = port;
  config.otel.http.enabled = config.otel.grpc.enabled = false;
  expect(await examinePorts(config, new Set())).toMatchObject({
    isGood: false,
    lines: [`${port} is taken by another program: stop it or choose another with --port`],
  });
  other.close();
  await once(other, 'close');
  expect(await examinePorts(config, new Set())).toMatchObject({ isGood: true, lines: [`${port} is free`] });
});
