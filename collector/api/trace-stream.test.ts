import path from 'node:path';
import Database from 'better-sqlite3';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { TraceLine, type TraceEvent } from '../contract/stream.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { openStream, type EventStream } from '../testing/event-stream.ts';
import { exactly } from '../testing/exact-schema.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { postProtobuf, store } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
const closers: (() => void)[] = [];
beforeEach(async () => {
  collector = await startCollector({ configure: ({ stream }) => void (stream.max_connections = 4) });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await collector.stop();
});

const open = async (url: string): Promise<EventStream> => {
  const stream = await openStream(url);
  closers.push(stream.close);
  return stream;
};
const projectStream = (project: string): Promise<EventStream> =>
  open(`${projectUrl(collector.url, project)}/sse`);
const traceStream = (): Promise<EventStream> => open(`${collector.url}/api/v1/traces/sse`);
const spanOf = (trace: number, n: number, more: Partial<SpanSpec> = {}): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  ...more,
});
const storeSpans = (...spans: SpanSpec[]): Promise<void> => store(collector.url, 'default', { spans });

const linesOf = (stream: EventStream): TraceEvent[] =>
  stream.events().map(({ data }) => exactly(TraceLine, JSON.parse(data)).event);

describe('/api/v1/traces/sse', () => {
  test('lines of data tell new and updated spans of project default', async () => {
    const stream = await traceStream();
    await storeSpans(spanOf(1, 1, { parentSpanId: spanIdOf(9) }));
    await store(collector.url, 'other', { spans: [spanOf(2, 2)] });
    await storeSpans(spanOf(1, 1, { parentSpanId: spanIdOf(9) }));
    await stream.until(({ length }) => length === 2);
    const data = { span_id: spanIdOf(1), trace_id: traceIdOf(1) };
    expect(linesOf(stream)).toEqual([
      { type: 'NewSpan', data },
      { type: 'SpanUpdated', data },
    ]);
    expect(stream.text()).toMatch(
      /^retry: 2000\n\n(data: \{"event":\{"type":"\w+","data":\{.*\}\}\}\n\n){2}$/,
    );
  });

  test('EventSource hears them as messages', async () => {
    const source = new EventSource(`${collector.url}/api/v1/traces/sse`);
    closers.push(() => source.close());
    const heard = new Promise<string>((resolve) => (source.onmessage = ({ data }) => resolve(String(data))));
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
    await storeSpans(spanOf(1, 1));
    expect(exactly(TraceLine, JSON.parse(await heard)).event.type).toBe('NewSpan');
  });

  test('a trace is told as completed when its root is there, no parent is missing and it is quiet', async () => {
    const stream = await traceStream();
    await storeSpans(spanOf(1, 2, { parentSpanId: spanIdOf(1) }), spanOf(2, 1));
    await storeSpans(spanOf(3, 2, { parentSpanId: spanIdOf(1) }));
    await storeSpans(spanOf(1, 1));
    await storeSpans(spanOf(2, 2, { parentSpanId: spanIdOf(7) }));
    const isCompleted = ({ data }: { data: string }): boolean => data.includes('TraceCompleted');
    await stream.until((events) => events.some(isCompleted));
    await storeSpans(spanOf(2, 7, { parentSpanId: spanIdOf(1) }));
    await stream.until((events) => events.filter(isCompleted).length === 2);
    expect(linesOf(stream).filter(({ type }) => type === 'TraceCompleted')).toEqual(
      [1, 2].map((n) => ({ type: 'TraceCompleted', data: { trace_id: traceIdOf(n) } })),
    );
  });

  test('a change of health is told with the whole report, once each time', async () => {
    const stream = await traceStream();
    const database = new Database(path.join(collector.dataDir, 'tracedeck.db'));
    closers.push(() => database.close());
    database.exec("CREATE TRIGGER refuse BEFORE INSERT ON spans BEGIN SELECT RAISE(ABORT, 'no'); END");
    for (const n of [1, 2])
      expect((await postProtobuf(collector.url, { spans: [spanOf(1, n)] })).status).toBe(503);
    await stream.until(({ length }) => length === 1);
    database.exec('DROP TRIGGER refuse');
    await storeSpans(spanOf(1, 3));
    await stream.until(({ length }) => length === 3);
    const reports = linesOf(stream).flatMap((event) => (event.type === 'HealthUpdate' ? [event.data] : []));
    expect(reports.map(({ status }) => status)).toEqual(['degraded', 'ok']);
    expect((await read(Health, `${collector.url}/api/v1/health`)).status).toBe('ok');
  });
});

test('stream.max_connections counts both streams together', async () => {
  await Promise.all([projectStream('shop'), traceStream(), projectStream('other'), traceStream()]);
  for (const url of [`${projectUrl(collector.url)}/sse`, `${collector.url}/api/v1/traces/sse`]) {
    const refused = await send(url);
    expect(errorOf(refused)).toMatchObject({ status: 503, code: 'TOO_MANY_STREAMS' });
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  }
});

test('both end when the collector stops', async () => {
  const streams = [await projectStream('shop'), await traceStream()];
  await collector.stop();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
});
