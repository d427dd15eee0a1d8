import { existsSync, renameSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
let workers: Worker[];
const remember = (worker: Worker): void => void workers.push(worker);
beforeEach(async () => {
  workers = [];
  process.on('worker', remember);
  collector = await startCollector();
});
afterEach(async () => {
  process.off('worker', remember);
  await collector.stop();
});

const bodyOf = (n: number): Buffer =>
  traceBytes({ spans: [{ traceId: traceIdOf(1 + (n % 5)), spanId: spanIdOf(n) }] });

/** As exporters do: again for as long as the answer asks for it. */
async function exportUntilTaken(n: number): Promise<void> {
  for (;;) {
    const answer: Answer = await send(`${collector.url}/v1/traces`, { headers: PROTOBUF, body: bodyOf(n) });
    if (answer.status === 200) return;
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const SENDERS = 4;
const EACH = 40;

test('threads that die again and again lose nothing that was acknowledged, and the collector is well afterwards', async () => {
  const sent = new Set<number>();
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let i = 0; i < EACH; i++) {
      await exportUntilTaken(1 + sender * EACH + i);
      sent.add(1 + sender * EACH + i);
    }
  });
  let deaths = 0;
  const killer = (async () => {
    for (const milestone of [0.2, 0.5, 0.8]) {
      await until(() => sent.size >= SENDERS * EACH * milestone);
      // Whatever runs now: the thread that writes, those that read, those that were started in their places.
      const running = workers.splice(0);
      await Promise.all(running.map((worker) => worker.terminate()));
      deaths += running.length;
    }
  })();
  await Promise.all([...senders, killer]);
  expect(deaths).toBeGreaterThanOrEqual(3);

  const list = `${projectUrl(collector.url)}/spans?limit=1000`;
  await expect.poll(() => send(list).then(({ status }) => status)).toBe(200);
  const spans = await read(SpanPage, list);
  const all = Array.from({ length: SENDERS * EACH }, (_, i) => spanIdOf(1 + i));
  expect(spans.data.map(({ span_id }) => span_id).toSorted()).toEqual(all.toSorted());
  expect(await read(Health, `${collector.url}/api/v1/health`)).toMatchObject({
    status: 'ok',
    queue: { spans: 0, bytes: 0 },
    storage: { spans: all.length },
  });
});

test('after the end of threads health is well again by itself, though nobody sends anything', async () => {
  const status = (): Promise<string> =>
    read(Health, `${collector.url}/api/v1/health`).then((health) => health.status);
  for (const worker of workers.splice(0)) {
    // As V8 tells of one whose memory is full.
    worker.emit('error', new Error('the thread has failed'));
    await worker.terminate();
  }
  expect(await status()).toBe('degraded');
  await expect.poll(status).toBe('ok');
});

test('a thread that dies while the data directory is somewhere else makes none in its place, and goes on once it is back', async () => {
  const { dataDir } = collector;
  await exportUntilTaken(1);
  const health = (): Promise<Health> => read(Health, `${collector.url}/api/v1/health`);
  renameSync(dataDir, `${dataDir}.elsewhere`);
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
  await expect.poll(health).toMatchObject({ status: 'degraded', storage: { fault: 'moved' } });
  expect(existsSync(dataDir)).toBe(false);
  renameSync(`${dataDir}.elsewhere`, dataDir);
  await expect.poll(() => health().then(({ status }) => status)).toBe('ok');
  await exportUntilTaken(2);
  const spans = await read(SpanPage, `${projectUrl(collector.url)}/spans?limit=10`);
  expect(spans.data.map(({ span_id }) => span_id).toSorted()).toEqual([spanIdOf(1), spanIdOf(2)]);
}, 90_000);
