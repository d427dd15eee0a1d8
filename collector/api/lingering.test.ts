import net from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { read } from '../testing/api-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
beforeEach(async () => {
  collector = await startCollector({ configure: ({ otel }) => void (otel.ingestion.max_body_bytes = 1e6) });
});
afterEach(() => collector.stop());

const MEGABYTES = 12;
const PIECE = Buffer.alloc(1024 * 1024, 'x');

/**
 * Sends all of a large body and reads nothing before its end, as many clients do. What came back then, or how the connection
 * failed.
 */
function sendWhole(path: string, connection: string): Promise<string> {
  const { port } = new URL(collector.url);
  return new Promise((resolve) => {
    let received = '';
    const sendAll = async (): Promise<void> => {
      const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/x-protobuf'];
      head.push(`Connection: ${connection}`, `Content-Length: ${MEGABYTES * PIECE.length}`);
      socket.pause();
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      for (let i = 0; i < MEGABYTES; i++) await new Promise((sent) => socket.write(PIECE, sent));
      socket.resume();
    };
    const socket = net.connect(Number(port), '127.0.0.1', () => void sendAll());
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.endsWith('}')) resolve(received);
    });
    socket.on('error', (error) => resolve(String(error)));
    socket.on('close', () => resolve(received));
  });
}

test.for(['close', 'keep-alive'])(
  'who is refused before the body has come reads the answer after it (%s)',
  async (connection) => {
    expect(await sendWhole('/v1/traces', connection)).toMatch(/^HTTP\/1\.1 413 .*\r\n[^]*"code":/);
    expect(await sendWhole('/v1/no', connection)).toMatch(/^HTTP\/1\.1 404 .*\r\n[^]*"code":/);
    expect(await sendWhole('/api/v1/health', connection)).toMatch(/^HTTP\/1\.1 405 .*\r\n[^]*"code":/);
    expect((await read(Health, `${collector.url}/api/v1/health`)).status).toBe('ok');
  },
);
