import { afterEach, beforeEach, expect, test } from 'vitest';
import { spanIdOf, traceIdOf, type RequestSpec, type SpanSpec } from '../../collector/testing/otlp.ts';
import { store } from '../../collector/testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { LiveTraces } from './live-traces.ts';

let collector: RunningCollector;
let live: LiveTraces;
let told: { project: string; trace: string; spans: number; failed: boolean }[];
let open: number;
beforeEach(async () => {
  collector = await startCollector();
  told = [];
  open = 0;
  live = new LiveTraces({
    quietMs: 100,
    projectsMs: 100,
    request: async (path, init) => {
      const answer = await fetch(new URL(path, collector.url), init);
      if (path.endsWith('/sse')) {
        open++;
        init?.signal?.addEventListener('abort', () => open--);
      }
      return answer;
    },
    onTrace: (project, { trace_id, span_count, has_error }) =>
      told.push({ project, trace: trace_id, spans: span_count, failed: has_error }),
  });
});
afterEach(async () => {
  live.stop();
  await collector.stop();
});

const span = (trace: number, n: number, more: Partial<SpanSpec> = {}): RequestSpec => ({
  spans: [{ traceId: traceIdOf(trace), spanId: spanIdOf(n), ...more }],
});
const toldOf = (project: string, trace: number) =>
  told.filter((one) => one.project === project && one.trace === traceIdOf(trace));
const expectTold = (project: string, trace: number, what: object): Promise<void> =>
  expect.poll(() => toldOf(project, trace)).toContainEqual(expect.objectContaining(what));

test('each trace of every project is told with what it has come to, also of one that comes later', async () => {
  await store(collector.url, 'default', span(1, 1));
  live.start();
  await expectTold('default', 1, { spans: 1, failed: false });
  await store(collector.url, 'default', span(1, 2, { status: { code: 2 } }), span(2, 3));
  await expectTold('default', 1, { spans: 2, failed: true });
  await expectTold('default', 2, { spans: 1 });
  await store(collector.url, 'shop', span(1, 1));
  await expectTold('shop', 1, { spans: 1 });
});

test('a stop while it looks at the projects leaves no stream behind', async () => {
  for (const project of ['a', 'b', 'c']) await store(collector.url, project, span(1, 1));
  live.start();
  await expect.poll(() => open, { interval: 1 }).toBeGreaterThan(0);
  live.stop();
  const opened = open;
  // A look takes far less.
  await new Promise((resolve) => void setTimeout(resolve, 300));
  expect([opened, open]).toEqual([0, 0]);
});

test('its streams end with it', async () => {
  await store(collector.url, 'default', span(1, 1));
  live.start();
  await expect.poll(() => open).toBe(1);
  live.stop();
  live.stop();
  expect(open).toBe(0);
});

test('of many projects those of which something came last are listened to, and no others', async () => {
  for (let n = 1; n <= 21; n++) await store(collector.url, `p${n}`, span(n, n));
  live.start();
  await expect.poll(() => open).toBe(20);
  await store(collector.url, 'p1', span(1, 30));
  await expectTold('p1', 1, { spans: 2 });
  await expect.poll(() => open).toBe(20);
  // It is listened to from now on, in another's place.
  await store(collector.url, 'p1', span(31, 31));
  await expectTold('p1', 31, { spans: 1 });
  expect(open).toBe(20);
});

test('a collector that answers nothing is asked one thing at a time, and again when that takes too long', async () => {
  let asked = 0;
  let waiting = 0;
  let most = 0;
  const traces = new LiveTraces({
    projectsMs: 10,
    patienceMs: 50,
    onTrace: () => {},
    request: (_path, init) => {
      asked++;
      most = Math.max(most, ++waiting);
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          waiting--;
          reject(new Error('too late'));
        });
      });
    },
  });
  traces.start();
  await expect.poll(() => asked).toBeGreaterThan(2);
  traces.stop();
  expect(most).toBe(1);
});
