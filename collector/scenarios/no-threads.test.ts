import type * as Threads from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { projectUrl } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

/** Of the processes that a container may have, threads count each as one. */
const system = vi.hoisted(() => ({ allowsThreads: true, made: [] as { terminate(): Promise<number> }[] }));
vi.mock('node:worker_threads', async (importOriginal) => {
  const real = await importOriginal<typeof Threads>();
  class Worker extends real.Worker {
    constructor(...args: ConstructorParameters<typeof real.Worker>) {
      if (!system.allowsThreads) throw new Error('ERR_WORKER_INIT_FAILED: EAGAIN');
      super(...args);
      system.made.push(this);
    }
  }
  return { ...real, default: { ...real, Worker }, Worker };
});

let collector: RunningCollector;
let told: string[];
beforeEach(async () => {
  told = [];
  system.allowsThreads = true;
  const tell = (message: string): void => void told.push(message);
  collector = await startCollector({ log: { info: tell, warn: tell, error: tell } });
});
afterEach(() => collector.stop());

const list = async (): Promise<number> => (await send(`${projectUrl(collector.url)}/spans`)).status;
const exportOne = async (): Promise<number> => {
  const body = traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });
  return (await send(`${collector.url}/v1/traces`, { headers: PROTOBUF, body })).status;
};

test('where the system allows no more threads, the reader that is there answers all', async () => {
  system.allowsThreads = false;
  const answers = await Promise.all(Array.from({ length: 6 }, list));
  expect(answers).toEqual(Array.from({ length: 6 }, () => 200));
});

test('threads that could not be started again are, once the system allows it', async () => {
  system.allowsThreads = false;
  await Promise.all(system.made.splice(0).map((worker) => worker.terminate()));
  await expect.poll(() => told.join('\n')).toContain('ingest thread could not be started');
  await expect.poll(() => told.join('\n')).toContain('reader thread could not be started');
  expect(await exportOne()).toBe(503);
  system.allowsThreads = true;
  await expect.poll(exportOne).toBe(200);
  await expect.poll(list).toBe(200);
}, 90_000);
