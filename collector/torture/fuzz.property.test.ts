import { afterAll, beforeAll, expect, test } from 'vitest';
import { store } from '../testing/otlp-client.ts';
import { SAMPLE_REQUESTS } from '../testing/sample-traces.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { fuzz } from './fuzz.ts';

const logged: string[] = [];
let collector: RunningCollector;
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  collector = await startCollector({ log });
  await store(collector.url, 'default', ...SAMPLE_REQUESTS.slice(0, 3));
});
afterAll(() => collector.stop());

test('10,000 odd inputs of every kind: each is answered, none with a fault of our own, what is refused is not stored', async () => {
  const faults: string[] = [];
  const tally = await fuzz({
    http: collector.url,
    otlp: collector.otlpUrl,
    grpc: collector.grpcAddress,
    cases: 10_000,
    seed: 20_261_121,
    onFault: (fault) => faults.push(fault),
  });
  expect(faults).toEqual([]);
  expect(logged).toEqual([]);
  // Neither all refused nor all taken.
  for (const outcome of ['export 200', 'export 400', 'gRPC 0', 'gRPC 3', 'HTTP 200', 'HTTP 400', 'HTTP 404'])
    expect(tally[outcome], JSON.stringify(tally)).toBeGreaterThan(50);
}, 240_000);
