import http2 from 'node:http2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpanPage } from '../contract/spans.ts';
import { Health } from '../contract/health.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest, type RequestSpec } from '../testing/otlp.ts';
import { postJson, store } from '../testing/otlp-client.ts';
import { rawClients, type RawClient } from '../testing/raw-clients.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

/** The same rules as ever, with less patience. */
const patience = { headMs: 3000, requestMs: 6000, checkMs: 100, idleMs: 3000 };

let collector: RunningCollector;
beforeEach(async () => {
  collector = await startCollector({ options: { patience } });
});
afterEach(() => collector.stop());
const connect = rawClients();

const request = (from: number, count = 1): RequestSpec => ({
  spans: Array.from({ length: count }, (_, i) => ({ traceId: traceIdOf(1), spanId: spanIdOf(from + i) })),
});

/** The collector does all that it does for others. */
async function expectOthersUnaffected(from: number): Promise<void> {
  await store(collector.url, 'default', request(from));
  expect((await postJson(collector.otlpUrl, request(from + 1))).status).toBe(200);
  expect((await callGrpc(collector.grpcAddress, traceBytes(request(from + 2)))).code).toBe('OK');
  expect((await read(Health, `${collector.url}/api/v1/health`)).status).toBe('ok');
  const { meta } = await read(SpanPage, `${projectUrl(collector.url)}/spans?limit=1`);
  expect(meta.total_items).toBe(from + 2);
}

test('1,000 connections that say nothing, or half a head, are hung up on, without an answer where nothing was asked; others are not kept waiting', async () => {
  const starts = ['', 'POST /v1/traces HTTP/1.1\r\nHost: local'];
  const addresses = [collector.url, collector.otlpUrl, collector.grpcAddress];
  const clients: RawClient[] = [];
  for (let i = 0; i < 1000; i++) {
    const address = addresses[i % 3]!;
    const client = await connect(address);
    clients.push(client);
    // The port for gRPC answers at once what is no HTTP/2.
    if (address !== collector.grpcAddress) client.socket.write(starts[i % 2]!);
  }
  await expectOthersUnaffected(1);
  const answers = await Promise.all(clients.map(({ ended }) => ended));
  for (const [i, answer] of answers.entries()) {
    if (addresses[i % 3] === collector.grpcAddress) continue;
    expect(answer.split('\r\n')[0]).toBe(starts[i % 2] === '' ? '' : 'HTTP/1.1 400 Bad Request');
  }
  await expectOthersUnaffected(4);
});

test('a body that comes a byte at a time is refused when it takes too long', async () => {
  const clients = await Promise.all(
    [collector.url, collector.otlpUrl, collector.url].map((url) => connect(url)),
  );
  const head =
    'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
  for (const { socket } of clients) socket.write(head);
  const drip = setInterval(() => {
    for (const { socket } of clients) if (socket.writable) socket.write(' ');
  }, 20);
  await expectOthersUnaffected(1);
  const answers = await Promise.all(clients.map(({ ended }) => ended));
  clearInterval(drip);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('the request took too long to come');
  }
  await expectOthersUnaffected(4);
});

test('who was refused and sends no more of the body is cut off after that one answer', async () => {
  const { socket, ended } = await connect(collector.url);
  socket.write('POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999\r\n\r\n{');
  const answer = await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  await expectOthersUnaffected(1);
});

test('a file may come for longer than a request, but not when nothing comes', async () => {
  const importHead = (length: number): string =>
    `POST /api/v1/project/default/otel/import HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
  const [slow, silent] = await Promise.all([collector.url, collector.url].map((url) => connect(url)));
  silent!.socket.write(`${importHead(1000)}{`);
  const line = Buffer.from(`${JSON.stringify(traceRequest(request(1)))}\n`);
  // More than twice as long as any other request may take.
  const pieces = 40;
  slow!.socket.write(importHead(line.length + pieces));
  for (let sent = 0; sent < pieces; sent++) {
    await new Promise((resolve) => setTimeout(resolve, (2.2 * patience.requestMs) / pieces));
    slow!.socket.write('\n');
  }
  slow!.socket.write(line);
  const answer = await slow!.ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"items":1');
  expect(await silent!.ended).toContain('the request took too long to come');
  await expectOthersUnaffected(2);
});

test('a gRPC call whose message does not come ends with DEADLINE_EXCEEDED, an idle connection with GOAWAY', async () => {
  const session = http2.connect(`http://${collector.grpcAddress}`);
  session.on('error', () => {});
  const closed = new Promise<void>((resolve) => session.once('close', () => resolve()));
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.on('error', () => {});
  const status = new Promise<unknown>((resolve) => {
    stream.once(
      'response',
      (headers) => headers['grpc-status'] !== undefined && resolve(headers['grpc-status']),
    );
    stream.once('trailers', (trailers) => resolve(trailers['grpc-status']));
  });
  // Five bytes of a message of nine.
  stream.write(Buffer.from([0, 0, 0, 0, 9, 1, 2, 3, 4, 5]));
  await expectOthersUnaffected(1);
  expect(await status).toBe('4');
  stream.destroy();
  await closed;
  await expectOthersUnaffected(4);
});

test('a connection for gRPC that says half of what HTTP/2 begins with is hung up on', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect(collector.grpcAddress)));
  for (const { socket } of clients) socket.write('PRI * HTTP/2.0\r\n');
  await expectOthersUnaffected(1);
  for (const { ended } of clients) expect(await ended).toBe('');
});

const LIST = 'GET /api/v1/project/default/otel/spans?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('lists that are asked for at once on one connection come in order, and what asks and asks without end is cut off', async () => {
  await store(collector.url, 'default', request(1, 1000));
  const [patient, greedy] = await Promise.all([connect(collector.url), connect(collector.url)]);
  patient.socket.write(`${LIST.repeat(20)}${LIST.replace('Host', 'Connection: close\r\nHost')}`);
  greedy.socket.write(LIST.repeat(2000));
  expect((await patient.ended).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(21);
  expect((await greedy.ended).match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThan(2);
  await expectOthersUnaffected(1001);
});

test('streams that nobody reads hold up nothing, and who does read hears everything', async () => {
  const silent = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const client = await connect(collector.url);
      client.socket.pause();
      client.socket.write(`GET /api/v1/project/default/otel/sse HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return client;
    }),
  );
  const stream = await openStream(`${projectUrl(collector.url)}/sse`);
  for (let from = 1; from <= 20_000; from += 1000) await store(collector.url, 'default', request(from, 1000));
  const told = (): number => stream.events().filter(({ event }) => event === 'span').length;
  await stream.until(() => told() >= 20_000);
  await expectOthersUnaffected(20_001);
  stream.close();
  for (const { socket } of silent) expect(socket.destroyed).toBe(false);
});
