import { afterEach, expect, test } from 'vitest';
import type { Health } from '../../collector/contract/health.ts';
import { startCollector } from '../../collector/testing/start-collector.ts';
import { Pulse } from './pulse.ts';

let pulse: Pulse;
afterEach(() => pulse.stop());

test('each look tells the health, and null where nobody answers', async () => {
  const collector = await startCollector();
  const beats: (Health | null)[] = [];
  pulse = new Pulse({
    request: (path, init) => fetch(new URL(path, collector.url), init),
    onBeat: (health) => void beats.push(health),
    onFailure: (error) => {
      throw error;
    },
    everyMs: 10,
  });
  pulse.start();
  await expect.poll(() => beats.length).toBeGreaterThan(1);
  expect(beats[0]).toMatchObject({ status: 'ok', receiving: { paused: false } });
  await collector.stop();
  await expect.poll(() => beats.at(-1)).toBeNull();
});

test('there is one look at a time, and one that fails is not the last', async () => {
  const failures: unknown[] = [];
  let asked = 0;
  pulse = new Pulse({
    request: async () => {
      asked++;
      return Response.json({ status: 'ok', ingest: { spans_per_second: 0 } });
    },
    onBeat: (health) => {
      throw new Error(`paused: ${health?.receiving.paused}`);
    },
    onFailure: (error) => void failures.push((error as Error).message),
    everyMs: 1e6,
  });
  await Promise.all([pulse.beat(), pulse.beat()]);
  expect([asked, failures]).toEqual([1, ['paused: false']]);
  await pulse.beat();
  expect(asked).toBe(2);
});
