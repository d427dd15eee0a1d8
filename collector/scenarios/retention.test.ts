import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Config } from '../config/config.ts';
import { LogPage } from '../contract/logs.ts';
import { MetricPage } from '../contract/metrics.ts';
import { ProjectList } from '../contract/projects.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { databaseFile } from '../lib/database-file.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, postProtobuf, store } from '../testing/otlp-client.ts';
import { logRequest } from '../testing/otlp-logs.ts';
import { metricRequest } from '../testing/otlp-metrics.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-02-13T10:00:00Z');

// The collector looks once a second, and a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

let collector: RunningCollector;
let now: number;
afterEach(() => collector.stop());

async function start(bounds: Partial<Config['otel']['retention']>): Promise<void> {
  now = START;
  collector = await startCollector({
    now: () => now,
    configure: ({ otel }) => void Object.assign(otel.retention, { check_interval_secs: 1, ...bounds }),
  });
}

/** Spans that no compression makes small. */
const traces = (first: number, count: number, spans: number, at: number, bytes = 0): RequestSpec => ({
  spans: Array.from({ length: count * spans }, (_, i) => ({
    traceId: traceIdOf(first + Math.floor(i / spans)),
    spanId: spanIdOf(first * 10_000 + i + 1),
    start: at + Math.floor(i / spans),
    end: at + Math.floor(i / spans) + 10,
    attributes: { 'session.id': `session ${first}`, text: randomBytes(bytes).toString('base64') },
  })),
});
const traceIds = async (project = 'default'): Promise<string[]> => {
  const url = `${projectUrl(collector.url, project)}/traces?include_nongenai=true&limit=1000`;
  return (await read(TracePage, url)).data.map(({ trace_id }) => trace_id).sort();
};
const fileSize = (): number => statSync(databaseFile(collector.dataDir)).size;
const sendJson = async (project: string, signal: string, body: object): Promise<void> => {
  const url = `${collector.url}/otel/${project}/v1/${signal}`;
  const answer = await send(url, { headers: JSON_TYPE, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
};

describe('otel.retention.days', () => {
  test('whole traces go as the clock goes on', async () => {
    await start({ days: 7 });
    await store(collector.url, 'default', traces(1, 2, 3, START - 6.5 * DAY), traces(5, 1, 3, START));
    await store(collector.url, 'other', traces(1, 1, 1, START - 6.5 * DAY));
    expect(await traceIds()).toEqual([1, 2, 5].map(traceIdOf));
    now += DAY;
    await expect.poll(() => traceIds()).toEqual([traceIdOf(5)]);
    const { data } = await read(ProjectList, `${collector.url}/api/v1/projects`);
    expect(data).toMatchObject([{ project_id: 'default', trace_count: 1, span_count: 3, session_count: 1 }]);
    now += 7 * DAY;
    await expect.poll(() => traceIds()).toEqual([]);
  });
});

test('otel.retention.days holds for log records and data points without a trace, too', async () => {
  await start({ days: 7 });
  const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n;
  const [old, young] = [START - 6.5 * DAY, START];
  const logs = [old, young].map((at) => ({ body: `of ${at}`, time: ns(at) }));
  const dataPoints = [old, young].map((at) => ({ timeUnixNano: String(ns(at)), asInt: '1' }));
  const metrics = (project: string): object =>
    metricRequest([{ name: 'm', gauge: { dataPoints } }], { scope: project });
  for (const project of ['default', 'other']) {
    await sendJson(project, 'logs', logRequest({ logs: project === 'other' ? logs.slice(0, 1) : logs }));
    await sendJson(project, 'metrics', metrics(project));
  }
  const left = async (project: string): Promise<unknown[]> => {
    const url = projectUrl(collector.url, project);
    const [metric] = (await read(MetricPage, `${url}/metrics`)).data;
    return [(await read(LogPage, `${url}/logs`)).meta.total_items, metric?.point_count];
  };
  expect([await left('default'), await left('other')]).toEqual([
    [2, 2],
    [1, 2],
  ]);
  now += DAY;
  await expect.poll(() => left('other')).toEqual([0, 1]);
  expect(await left('default')).toEqual([1, 1]);
  now += 7 * DAY;
  await expect
    .poll(async () => (await read(ProjectList, `${collector.url}/api/v1/projects`)).data)
    .toEqual([]);
});

test('what goes is told trace by trace, to those who listen to it, to its session or to all', async () => {
  await start({ days: 7 });
  await store(collector.url, 'default', traces(1, 2, 1, START), traces(3, 1, 1, START + 10));
  const queries = ['', 'session_id=session+1', `trace_id=${traceIdOf(2)}`];
  const streams = await Promise.all(
    queries.map((query) => openStream(`${projectUrl(collector.url)}/sse?${query}`)),
  );
  now += 8 * DAY;
  const expected = [[1, 2, 3], [1, 2], [2]];
  for (const [i, stream] of streams.entries()) {
    const events = await stream.until(({ length }) => length >= expected[i]!.length);
    stream.close();
    expect(events.map(({ event, data }) => [event, JSON.parse(data)])).toEqual(
      expected[i]!.map((n) => ['deleted', { trace_id: traceIdOf(n) }]),
    );
  }
});

describe('otel.retention.max_spans', () => {
  test('is kept while spans come, by whole traces, oldest end first', async () => {
    await start({ max_spans: 100 });
    for (let n = 0; n < 30; n++)
      await store(collector.url, 'default', traces(1 + n * 10, 10, 2, START + n * 1000));
    const total = async (): Promise<number> =>
      (await read(SpanPage, `${projectUrl(collector.url)}/spans`)).meta.total_items;
    await expect.poll(total).toBe(100);
    expect(await traceIds()).toEqual(Array.from({ length: 50 }, (_, i) => traceIdOf(251 + i)));
  });
});

test('otel.retention.* that is changed while running counts at the next check', async () => {
  await start({ check_interval_secs: 100_000 });
  const patch = async (retention: object): Promise<void> => {
    const body = JSON.stringify({ otel: { retention } });
    const answer = await send(`${collector.url}/api/v1/settings`, {
      method: 'PATCH',
      headers: JSON_TYPE,
      body,
    });
    expect(answer.status).toBe(200);
  };
  await store(collector.url, 'default', traces(1, 5, 2, START));
  await patch({ max_spans: 4 });
  // When that is, counts at once.
  await patch({ check_interval_secs: 1 });
  await expect.poll(() => traceIds()).toEqual([4, 5].map(traceIdOf));
  await patch({ max_spans: null, days: 1 });
  now += 2 * DAY;
  await expect.poll(() => traceIds()).toEqual([]);
});

describe('the file', () => {
  const KEPT = 4_000_000;

  test('keeps to otel.retention.max_bytes from the moment that it is set: its free pages are given back', async () => {
    await start({});
    for (let n = 0; n < 20; n++)
      await store(collector.url, 'default', traces(1 + n * 10, 10, 9, START + n * 1000, 6000));
    expect(fileSize()).toBeGreaterThan(KEPT);
    const body = JSON.stringify({ otel: { retention: { max_bytes: KEPT } } });
    const answer = await send(`${collector.url}/api/v1/settings`, {
      method: 'PATCH',
      headers: JSON_TYPE,
      body,
    });
    expect(answer.status).toBe(200);
    await expect.poll(fileSize).toBeLessThan(KEPT);
    const left = await traceIds();
    expect(left.length).toBeGreaterThan(10);
    // The newest, without a gap.
    expect(left).toEqual(Array.from(left, (_, i) => traceIdOf(201 - left.length + i)));
    await store(collector.url, 'default', traces(700, 1, 3, START));
    expect(await traceIds()).toContain(traceIdOf(700));
  });

  test('shrinks after a large delete, and every export meanwhile is acknowledged and stays', async () => {
    await start({});
    for (let n = 0; n < 40; n++)
      await store(collector.url, 'large', traces(1 + n * 10, 10, 10, START + n * 1000, 3000));
    const before = fileSize();
    let sent = 0;
    const over = new AbortController();
    const exporting = (async () => {
      for (; !over.signal.aborted; sent++) {
        const answer = await postProtobuf(collector.url, traces(1 + sent, 1, 1, START));
        expect(answer.status).toBe(200);
      }
    })();
    const answer = await send(`${collector.url}/api/v1/projects/large`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    await expect.poll(fileSize).toBeLessThan(before / 4);
    over.abort();
    await exporting;
    expect(await traceIds()).toHaveLength(Math.min(sent, 1000));
    const database = new Database(databaseFile(collector.dataDir), { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.prepare('SELECT project_id FROM projects').pluck().all()).toEqual(['default']);
    database.close();
  });
});
