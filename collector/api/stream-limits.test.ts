import { EventSource } from 'eventsource';
import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { SpanPage } from '../contract/spans.ts';
import type { SpanStored } from '../contract/stream.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { openStream, type EventStream } from '../testing/event-stream.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await collector.stop();
});

const start = async (limits: Partial<Config['stream']>): Promise<void> => {
  collector = await startCollector({ configure: ({ stream }) => void Object.assign(stream, limits) });
};
const sse = (query = ''): string => `${projectUrl(collector.url)}/sse?${query}`;
const open = async (query?: string): Promise<EventStream> => {
  const stream = await openStream(sse(query));
  closers.push(stream.close);
  return stream;
};
const storeSpan = (n: number): Promise<void> =>
  store(collector.url, 'default', { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] });

describe('stream.max_connections', () => {
  test('streams are served up to it, the next gets 503 TOO_MANY_STREAMS until one has gone', async () => {
    await start({ max_connections: 100 });
    const streams = await Promise.all(Array.from({ length: 100 }, () => open()));
    const refused = await send(sse());
    expect(errorOf(refused)).toMatchObject({ status: 503, code: 'TOO_MANY_STREAMS' });
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await storeSpan(1);
    await Promise.all(streams.map((stream) => stream.until(({ length }) => length === 1)));
    // A refused request or a HEAD is no stream that would be counted.
    await send(sse('trace_id=a&trace_id=b'));
    await send(sse(), { method: 'HEAD' });
    streams[0]!.close();
    let next = await openStream(sse());
    while (next.status === 503) next = await openStream(sse());
    closers.push(next.close);
    await storeSpan(2);
    await next.until(({ length }) => length === 1);
  });
});

test('a comment line comes every stream.keepalive_secs', async () => {
  await start({ keepalive_secs: 1 });
  const answer = await fetch(sse());
  let text = '';
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  while (!/\n: [^\n]*\n/.test(text)) text += (await reader.read()).value;
  await reader.cancel();
  expect(text).toMatch(/^retry: 2000\nid: \d+\n\n: [^\n]*\n\n$/);
});

test('a stream ends after stream.timeout_secs, and EventSource misses nothing by it', async () => {
  await start({ timeout_secs: 1 });
  const source = new EventSource(sse());
  closers.push(() => source.close());
  const heard: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  source.addEventListener('span', (event) => {
    heard.push((JSON.parse(String(event.data)) as SpanStored).span_id);
    (heard.length === 1 ? first : second).resolve();
  });
  const lost = new Promise((resolve) => source.addEventListener('error', resolve, { once: true }));
  await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
  await storeSpan(1);
  await first.promise;
  await lost;
  await storeSpan(2);
  await second.promise;
  expect(heard).toEqual([1, 2].map(spanIdOf));
});

test('a client that does not read holds nobody up and gets a resync when it reads again', async () => {
  await start({});
  const slow = await open();
  slow.pause();
  const quick = await open();
  // Long enough that what is sent does not fit into the buffers between the two.
  const session = 's'.repeat(1000);
  const BATCHES = 16;
  for (let i = 0; i < BATCHES; i++) {
    const spans = Array.from({ length: 1000 }, (_, n) => ({
      traceId: traceIdOf(1 + i),
      spanId: spanIdOf(1 + n),
      attributes: { 'session.id': session, 'user.id': session },
    }));
    await store(collector.url, 'default', { spans });
    await quick.until(({ length }) => length === (i + 1) * 1000);
  }
  const { meta } = await read(SpanPage, `${projectUrl(collector.url)}/spans?limit=1`);
  expect(meta.total_items).toBe(BATCHES * 1000);
  expect(quick.events().every(({ event }) => event === 'span')).toBe(true);
  slow.resume();
  const events = await slow.until((all) => all.some(({ event }) => event === 'resync'));
  expect(events.length).toBeLessThan(BATCHES * 1000);
  await storeSpan(0xfff);
  await slow.until((all) => all.at(-1)!.data.includes(spanIdOf(0xfff)));
  expect(slow.events().filter(({ event }) => event === 'resync')).toHaveLength(1);
});

test('streams end when the collector stops', async () => {
  await start({});
  const streams = await Promise.all(Array.from({ length: 5 }, () => open()));
  streams[0]!.pause();
  await collector.stop();
  await Promise.all(streams.slice(1).map((stream) => stream.ended));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
