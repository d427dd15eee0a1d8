import { EventSource } from 'eventsource';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { SpanDetail } from '../contract/spans.ts';
import { SpanStored } from '../contract/stream.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { openStream, type EventStream } from '../testing/event-stream.ts';
import { exactly } from '../testing/exact-schema.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { postProtobuf, store, storeSignal } from '../testing/otlp-client.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';

const collector = sharedCollector();
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const sse = (project: string, query = ''): string => `${projectUrl(collector.url, project)}/sse?${query}`;
const span = (trace: number, n: number, session?: string): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  attributes: session === undefined ? {} : { 'session.id': session, 'user.id': 'ann' },
});
const open = async (url: string, headers?: Record<string, string>): Promise<EventStream> => {
  const stream = await openStream(url, headers);
  closers.push(stream.close);
  return stream;
};
const spansOf = (stream: EventStream): string[] =>
  stream.events().map(({ data }) => exactly(SpanStored, JSON.parse(data)).span_id);

/** Resolves once the stream is open with all that `span` events bring. */
async function listen(url: string): Promise<{ heard: MessageEvent[]; until: (n: number) => Promise<void> }> {
  const source = new EventSource(url);
  closers.push(() => source.close());
  const heard: MessageEvent[] = [];
  let told = (): void => {};
  source.addEventListener('span', (event) => {
    heard.push(event);
    told();
  });
  await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
  const until = (n: number): Promise<void> =>
    new Promise((resolve) => {
      told = () => heard.length >= n && resolve();
      told();
    });
  return { heard, until };
}

describe('{P}/sse', () => {
  test('tells of every span stored with its ids, in order and with increasing event ids', async () => {
    const { heard, until } = await listen(sse('told'));
    await store(collector.url, 'told', { spans: [span(1, 1, 's'), span(1, 2)] }, { spans: [span(2, 3)] });
    await until(3);
    const data = heard.map((event) => exactly(SpanStored, JSON.parse(String(event.data))));
    const ids = { project_id: 'told', trace_id: traceIdOf(1) };
    expect(data).toEqual([
      { ...ids, span_id: spanIdOf(1), session_id: 's', user_id: 'ann' },
      { ...ids, span_id: spanIdOf(2), session_id: 's', user_id: 'ann' },
      { ...ids, trace_id: traceIdOf(2), span_id: spanIdOf(3), session_id: null, user_id: null },
    ]);
    const eventIds = heard.map(({ lastEventId }) => Number(lastEventId));
    expect(eventIds).toEqual([...new Set(eventIds)].sort((a, b) => a - b));
  });

  test('tells after the commit: whoever fetches the span on hearing of it finds it', async () => {
    const source = new EventSource(sse('after-commit'));
    closers.push(() => source.close());
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
    const found: Promise<SpanDetail>[] = [];
    const all = new Promise<void>((resolve) => {
      source.addEventListener('span', (event) => {
        const { trace_id, span_id } = JSON.parse(String(event.data)) as SpanStored;
        found.push(
          read(
            SpanDetail,
            `${projectUrl(collector.url, 'after-commit')}/traces/${trace_id}/spans/${span_id}`,
          ),
        );
        if (found.length === 50) resolve();
      });
    });
    const base = `${collector.url}/otel/after-commit`;
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => postProtobuf(base, { spans: [span(i + 1, i + 1)] })),
    );
    await all;
    expect((await Promise.all(found)).map(({ span_id }) => span_id).sort()).toEqual(
      Array.from({ length: 50 }, (_, i) => spanIdOf(i + 1)),
    );
  });

  test('tells of a span that is stored again, also when it is identical', async () => {
    await store(collector.url, 'again', { spans: [span(1, 1)] });
    const stream = await open(sse('again'));
    await store(collector.url, 'again', { spans: [span(1, 1)] }, { spans: [span(1, 1)] });
    await stream.until(({ length }) => length === 2);
    expect(spansOf(stream)).toEqual([spanIdOf(1), spanIdOf(1)]);
  });

  test('starts with retry: 2000 and is never kept by a cache', async () => {
    const answer = await fetch(sse('start'));
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 2000\nid: \d+\n\n/);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('tells nothing of what was refused, nor of other projects', async () => {
    const stream = await open(sse('quiet'));
    await postProtobuf(`${collector.url}/otel/quiet`, Buffer.from([0xff]));
    await store(collector.url, 'loud', { spans: [span(1, 1)] });
    await store(collector.url, 'quiet', { spans: [span(1, 2)] });
    await stream.until(({ length }) => length > 0);
    expect(spansOf(stream)).toEqual([spanIdOf(2)]);
  });

  test('refuses a repeated filter', async () => {
    const answer = await send(sse('x', 'trace_id=a&trace_id=b'));
    expect([answer.status, answer.body.toString()]).toEqual([400, expect.stringContaining('trace_id')]);
  });

  test('opens nothing for a HEAD request', async () => {
    const answer = await send(sse('x'), { method: 'HEAD' });
    expect(answer.status).toBe(405);
  });
});

describe('the filters of {P}/sse', () => {
  const spans = [
    span(0xa1, 1, 's'),
    span(0xa1, 2, 't'),
    span(0xa2, 1, 's'),
    span(0xa2, 3, 's'),
    span(0xa3, 0xb),
  ];
  const filters = [
    ['', 5],
    [`trace_id=${traceIdOf(0xa1)}`, 2],
    [`trace_id=${traceIdOf(0xa1).toUpperCase()}`, 2],
    [`span_id=${spanIdOf(1)}`, 2],
    [`span_id=${spanIdOf(0xb).toUpperCase()}`, 1],
    ['session_id=s', 4],
    ['session_id=t', 1],
    [`session_id=s&trace_id=${traceIdOf(0xa2)}`, 2],
    [`session_id=s&trace_id=${traceIdOf(0xa2)}&span_id=${spanIdOf(3)}`, 1],
    [`session_id=t&trace_id=${traceIdOf(0xa2)}`, 0],
    ['session_id=S', 0],
    ['trace_id=zz', 0],
  ] as const;

  test('combine with AND', async () => {
    const streams = await Promise.all(filters.map(([query]) => open(sse('filtered', query))));
    // Nothing that is sent comes after the last span, so an event that no filter lets through would have come before.
    const last = await open(sse('filtered'));
    await store(collector.url, 'filtered', { spans });
    await last.until(({ length }) => length === spans.length);
    await Promise.all(streams.map((stream, i) => stream.until(({ length }) => length >= filters[i]![1])));
    expect(streams.map((stream) => stream.events().length)).toEqual(filters.map(([, count]) => count));
  });
});

describe('the stream of a session', () => {
  const within = (n: number, session?: string): SpanSpec => ({
    ...span(1, n, session),
    parentSpanId: spanIdOf(1),
  });
  const listenTo = (project: string, ...sessions: string[]) =>
    Promise.all(sessions.map((session) => listen(sse(project, `session_id=${session}`))));
  const told = ({ heard }: { readonly heard: readonly MessageEvent[] }): number[] =>
    heard.map(({ data }) => Number.parseInt(exactly(SpanStored, JSON.parse(String(data))).span_id, 16));
  /** When a session's own span is heard, all before it has been. */
  const markEnd = (project: string, ...sessions: string[]) =>
    store(collector.url, project, { spans: sessions.map((session, i) => span(100 + i, 99, session)) });

  test('tells of the spans of its traces that name another one', async () => {
    const sessions = ['s', 't', 'other'];
    const [s, t, other] = await listenTo('named', ...sessions);
    await store(collector.url, 'named', { spans: [span(1, 1, 's'), within(2, 't')] });
    await store(collector.url, 'named', { spans: [within(2, 't')] });
    const log = { logs: [{ traceId: traceIdOf(1), spanId: spanIdOf(2), body: 'said' }] };
    await storeSignal(collector.url, 'named', 'logs', logBytes(log));
    await markEnd('named', ...sessions);
    await expect.poll(() => [s!, t!, other!].map(told)).toEqual([[1, 2, 2, 2, 99], [2, 2, 2, 99], [99]]);
  });

  test('tells of a trace that leaves it, and of its spans no more', async () => {
    const [s, t] = await listenTo('moved', 's', 't');
    await store(collector.url, 'moved', { spans: [within(2, 't')] });
    await store(collector.url, 'moved', { spans: [span(1, 1, 's')] });
    await store(collector.url, 'moved', { spans: [within(3)] });
    await markEnd('moved', 's', 't');
    await expect
      .poll(() => [s!, t!].map(told))
      .toEqual([
        [1, 3, 99],
        [2, 1, 99],
      ]);
  });
});

describe('Last-Event-ID', () => {
  const storeMany = async (project: string, from: number, count: number): Promise<void> => {
    const spans = Array.from({ length: count }, (_, i) => span(1 + ((from + i) % 50), from + i));
    await store(collector.url, project, { spans });
  };

  test('resumes with exactly what came since', async () => {
    const first = await open(sse('resumed'));
    await storeMany('resumed', 1, 3);
    const [, second] = await first.until(({ length }) => length === 3);
    first.close();
    await storeMany('resumed', 4, 2);
    const resumed = await open(sse('resumed'), { 'last-event-id': second!.id! });
    await resumed.until(({ length }) => length === 3);
    expect(spansOf(resumed)).toEqual([3, 4, 5].map(spanIdOf));
  });

  test('is told with the opening: EventSource misses nothing if it is cut off before its first event', async () => {
    const cut = await startCollector({ configure: ({ stream }) => (stream.timeout_secs = 1) });
    onTestFinished(() => cut.stop());
    const source = new EventSource(`${projectUrl(cut.url)}/sse`);
    closers.push(() => source.close());
    const heard = new Promise<MessageEvent>((resolve) => source.addEventListener('span', resolve));
    await new Promise((resolve) => source.addEventListener('error', resolve, { once: true }));
    await store(cut.url, 'default', { spans: [span(1, 1)] });
    expect(exactly(SpanStored, JSON.parse(String((await heard).data))).span_id).toBe(spanIdOf(1));
  });

  test('is not told again to a client that has one', async () => {
    const stream = await open(sse('has-one'), { 'last-event-id': '5' });
    await stream.until(({ length }) => length === 1);
    expect(stream.text()).toMatch(/^retry: 2000\n\nevent: resync\n/);
  });

  test('resumes within the filters of the request', async () => {
    const first = await open(sse('resumed-filtered'));
    await storeMany('resumed-filtered', 1, 1);
    const [event] = await first.until(({ length }) => length === 1);
    await storeMany('resumed-filtered', 2, 60);
    const query = `trace_id=${traceIdOf(1 + (2 % 50))}`;
    const resumed = await open(sse('resumed-filtered', query), { 'last-event-id': event!.id! });
    await resumed.until(({ length }) => length === 2);
    expect(spansOf(resumed)).toEqual([2, 52].map(spanIdOf));
  });

  test.for(['0', '-1', 'nonsense', '99999999999999999999', '9007199254740991'])(
    '%s, which is none of this run, gets one resync and then what comes',
    async (id) => {
      const stream = await open(sse('foreign'), { 'last-event-id': id });
      await stream.until(({ length }) => length === 1);
      await storeMany('foreign', 1, 2);
      const events = await stream.until(({ length }) => length === 3);
      expect(events.map(({ event }) => event)).toEqual(['resync', 'span', 'span']);
    },
  );

  test('gets a resync when more than 10,000 events have come since', async () => {
    const first = await open(sse('far'));
    await storeMany('far', 1, 2);
    const [event] = await first.until(({ length }) => length === 2);
    first.close();
    for (let i = 0; i < 5; i++) await storeMany('far', 10 + i * 2001, 2001);
    const late = await open(sse('far'), { 'last-event-id': event!.id! });
    const [resync] = await late.until(({ length }) => length === 1);
    expect(resync!.event).toBe('resync');
    await storeMany('far', 5, 1);
    const events = await late.until(({ length }) => length === 2);
    expect(exactly(SpanStored, JSON.parse(events[1]!.data)).span_id).toBe(spanIdOf(5));
  });
});
