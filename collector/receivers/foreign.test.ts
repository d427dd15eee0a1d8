import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rawClients } from '../testing/raw-clients.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

/** The same rules as ever, with less patience. */
const patience = { headMs: 1500, requestMs: 3000, checkMs: 100, idleMs: 3000 };
let collector: RunningCollector;
beforeEach(async () => {
  collector = await startCollector({ options: { patience } });
});
afterEach(() => collector.stop());
const connect = rawClients();

const POST = 'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n';
const TLS = '\u0016\u0003\u0001 a greeting of TLS';
const HTTP2 = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const PLACES: readonly (readonly [string, (running: RunningCollector) => string, string])[] = [
  ['HTTP at the port for gRPC', ({ grpcAddress }) => `http://${grpcAddress}`, POST],
  ['TLS at the port for gRPC', ({ grpcAddress }) => `http://${grpcAddress}`, TLS],
  ['gRPC at the main port', ({ url }) => url, HTTP2],
  ['TLS at the main port', ({ url }) => url, TLS],
  ['gRPC at the standard port', ({ otlpUrl }) => otlpUrl, HTTP2],
];

/** Of this process: both ends of each connection. */
const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

describe.for(PLACES)('%s', ([, urlOf, start]) => {
  test('is answered and hung up on, whatever comes after it and though the client never hangs up', async () => {
    const before = openSockets();
    const clients = await Promise.all(
      Array.from({ length: 6 }, () => connect(urlOf(collector), { isStubborn: true })),
    );
    for (const { socket } of clients) socket.write(start);
    const answers = await Promise.all(clients.map(({ ended }) => ended));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // Half of them go on.
    for (const { socket } of clients.slice(3)) socket.write('and what was left to say');
    await expect.poll(openSockets).toBeLessThanOrEqual(before + clients.length);
    for (const { socket } of clients) socket.destroy();
    await expect.poll(openSockets).toBeLessThanOrEqual(before);
  });
});
