import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { read } from '../testing/api-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import { randomText } from '../testing/random.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const LIMIT = 200_000;
const logged: string[] = [];
let collector: RunningCollector;
beforeEach(async () => {
  logged.length = 0;
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  collector = await startCollector({
    log,
    configure: ({ otel }) => void (otel.ingestion.max_body_bytes = LIMIT),
  });
});
afterEach(() => collector.stop());

const bodyOf = (length: number): Buffer =>
  traceBytes({
    spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(length), attributes: { text: randomText(length, 1) } }],
  });

/** Sends a body in pieces; without a length it goes as chunks. Answers the status. */
function sendPieces(body: Buffer, piece: number, length: number | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...PROTOBUF, ...(length === null ? {} : { 'content-length': length }) };
    const request = http.request(
      `${collector.url}/v1/traces`,
      { method: 'POST', headers, agent: false },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.on('error', reject);
    for (let at = 0; at < body.length; at += piece) request.write(body.subarray(at, at + piece));
    request.end();
  });
}

const storedSpans = async (): Promise<number> =>
  (await read(Health, `${collector.url}/api/v1/health`)).storage.spans;

describe('a body', () => {
  test.for([1, 1000, 64 * 1024, 64 * 1024 + 1, 150_000])(
    'of about %i bytes is read whole, announced or not',
    async (length) => {
      const body = bodyOf(length);
      expect(await sendPieces(body, 1 + Math.floor(length / 7), body.length)).toBe(200);
      expect(await sendPieces(bodyOf(length + 1), 1 + Math.floor(length / 3), null)).toBe(200);
      expect(await storedSpans()).toBe(2);
    },
  );

  test('past the limit is refused, announced or not, and the next is taken', async () => {
    const body = bodyOf(LIMIT);
    expect(await sendPieces(body, body.length, body.length)).toBe(413);
    expect(await sendPieces(body, body.length, null)).toBe(413);
    expect(await sendPieces(bodyOf(10), 100, null)).toBe(200);
    expect(logged).toEqual([]);
  });

  test('that ends early is nothing to tell of', async () => {
    const socket = net.connect(Number(new URL(collector.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    await read(Health, `${collector.url}/api/v1/health`);
    socket.destroy();
    expect(await sendPieces(bodyOf(10), 100, null)).toBe(200);
    expect(await storedSpans()).toBe(1);
    expect(logged).toEqual([]);
  });
});
