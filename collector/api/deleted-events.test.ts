import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectUrl } from '../testing/api-client.ts';
import { remove, removeSessions, threeSpans } from '../testing/deleting.ts';
import { openStream } from '../testing/event-stream.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { JSON_TYPE, store } from '../testing/otlp-client.ts';
import { logRequest } from '../testing/otlp-logs.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
const closers: (() => void)[] = [];
const storeTraces = (project: string, ...traces: SpanSpec[][]): Promise<void> =>
  store(collector.url, project, { spans: traces.flat() });
beforeEach(() =>
  storeTraces('default', threeSpans(1), threeSpans(2, 's1'), threeSpans(3, 's1'), threeSpans(4, 's2')),
);
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  for (const project of ['default', 'other']) await remove(`${collector.url}/api/v1/projects/${project}`);
});

const expectGone = ({ status }: Answer): void => expect(status).toBe(204);

/** The events of a project that come from now on. */
async function listen(query: string, project = 'default') {
  const stream = await openStream(`${projectUrl(collector.url, project)}/sse?${query}`);
  closers.push(stream.close);
  const until = async (count: number): Promise<[string | undefined, unknown][]> => {
    const events = await stream.until(({ length }) => length >= count);
    return events.map(({ event, data }) => [event, JSON.parse(data)]);
  };
  return { until };
}

describe('event: deleted on {P}/sse', () => {
  test('a trace, to those who listen to all, to it, or to its session', async () => {
    const listeners = await Promise.all(
      ['', `trace_id=${traceIdOf(2)}`, 'session_id=s1', `trace_id=${traceIdOf(2)}&session_id=s1`].map(
        (query) => listen(query),
      ),
    );
    expectGone(await remove(`${projectUrl(collector.url)}/traces/${traceIdOf(2)}`));
    for (const { until } of listeners)
      expect(await until(1)).toEqual([['deleted', { trace_id: traceIdOf(2) }]]);
  });

  test('a session, to those who listen to all, to it, or to one of its traces', async () => {
    const queries = ['', `trace_id=${traceIdOf(3)}`, 'session_id=s1'];
    const listeners = await Promise.all(queries.map((query) => listen(query)));
    expectGone(await removeSessions(collector.url, { session_ids: ['s1'] }));
    for (const { until } of listeners) expect(await until(1)).toEqual([['deleted', { session_id: 's1' }]]);
  });

  test.for<[string, () => Promise<Answer>]>([
    ['with its trace', () => remove(`${projectUrl(collector.url)}/traces/${traceIdOf(5)}`)],
    ["with the trace's session", () => removeSessions(collector.url, { session_ids: ['s1'] })],
  ])(
    'a span that names another session than its trace goes %s: who listens to that one hears of it',
    async ([, take]) => {
      const [, first, second] = threeSpans(5, 's1');
      await storeTraces('default', [first!], [{ ...second!, attributes: { 'session.id': 's3' } }]);
      const { until } = await listen('session_id=s3');
      expectGone(await take());
      expect(await until(1)).toEqual([['deleted', { trace_id: traceIdOf(5) }]]);
    },
  );

  test('nobody else hears of it', async () => {
    await storeTraces('other', threeSpans(4));
    const others = [
      await listen(`trace_id=${traceIdOf(4)}`),
      await listen('session_id=s2'),
      await listen(`trace_id=${traceIdOf(2)}&session_id=s2`),
      await listen('', 'other'),
    ];
    expectGone(await remove(`${projectUrl(collector.url)}/traces/${traceIdOf(2)}`));
    expectGone(await removeSessions(collector.url, { session_ids: ['s1'] }));
    await storeTraces('default', threeSpans(4, 's2').slice(0, 1), threeSpans(2, 's2').slice(0, 1));
    await storeTraces('other', threeSpans(4).slice(0, 1));
    for (const { until } of others)
      expect(new Set((await until(1)).map(([event]) => event))).toEqual(new Set(['span']));
  });

  test.for(['', `trace_id=${traceIdOf(2)}`, 'session_id=s2', `span_id=${spanIdOf(33)}`])(
    'of a whole project its listeners (%j) hear that they should reload, when nothing is left',
    async (query) => {
      const { until } = await listen(query);
      expectGone(await remove(`${collector.url}/api/v1/projects/default`));
      expect(await until(1)).toEqual([['resync', {}]]);
    },
  );

  test('of a project without traces as well; and of one whose traces go in one piece', async () => {
    const body = JSON.stringify(logRequest({ logs: [{ body: 'loose' }] }));
    await send(`${collector.url}/otel/logs/v1/logs`, { headers: JSON_TYPE, body });
    await storeTraces('many', ...Array.from({ length: 64 }, (_, i) => threeSpans(i + 1).slice(0, 1)));
    for (const project of ['logs', 'many']) {
      const { until } = await listen('', project);
      expectGone(await remove(`${collector.url}/api/v1/projects/${project}`));
      expect(await until(1)).toEqual([['resync', {}]]);
    }
  });

  test('EventSource hears them by name, in order, and again after Last-Event-ID', async () => {
    const url = `${projectUrl(collector.url)}/sse`;
    const listenWith = (source: EventSource, count: number): Promise<MessageEvent[]> => {
      closers.push(() => source.close());
      return new Promise((resolve) => {
        const heard: MessageEvent[] = [];
        for (const name of ['span', 'deleted', 'resync'])
          source.addEventListener(name, (event) => {
            heard.push(event);
            if (heard.length === count) resolve(heard);
          });
      });
    };
    const source = new EventSource(url);
    const heard = listenWith(source, 3);
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
    expectGone(await remove(`${projectUrl(collector.url)}/traces/${traceIdOf(1)}`));
    expectGone(await removeSessions(collector.url, { session_ids: ['s2'] }));
    expectGone(await remove(`${collector.url}/api/v1/projects/default`));
    const events = await heard;
    const told = [
      ['deleted', { trace_id: traceIdOf(1) }],
      ['deleted', { session_id: 's2' }],
      ['resync', {}],
    ];
    expect(events.map(({ type, data }) => [type, JSON.parse(String(data))])).toEqual(told);
    const again = await openStream(url, { 'last-event-id': events[0]!.lastEventId });
    closers.push(again.close);
    const missed = await again.until(({ length }) => length === 2);
    expect(missed.map(({ event, data }) => [event, JSON.parse(data)])).toEqual(told.slice(1));
  });

  test('a deleted trace that comes anew is told in this order', async () => {
    const { until } = await listen(`trace_id=${traceIdOf(2)}`);
    await Promise.all([
      remove(`${projectUrl(collector.url)}/traces/${traceIdOf(2)}`).then(expectGone),
      storeTraces('default', threeSpans(1)),
    ]);
    await storeTraces('default', threeSpans(2).slice(0, 1));
    expect((await until(2)).map(([event]) => event)).toEqual(['deleted', 'span']);
  });
});

describe('/api/v1/traces/sse', () => {
  test('names no deletion; of a project that is gone it says that it should be reloaded', async () => {
    const stream = await openStream(`${collector.url}/api/v1/traces/sse`);
    closers.push(stream.close);
    expectGone(await remove(`${collector.url}/api/v1/traces/${traceIdOf(1)}`));
    expectGone(await removeSessions(collector.url, { session_ids: ['s1'] }));
    await storeTraces('default', threeSpans(5).slice(1, 2));
    expectGone(await remove(`${collector.url}/api/v1/projects/default`));
    const events = await stream.until((heard) => heard.some(({ event }) => event !== undefined));
    const told = events.filter(({ data }) => !data.includes('TraceCompleted'));
    expect(told.map(({ event, data }) => [event, data])).toEqual([
      [
        undefined,
        JSON.stringify({
          event: { type: 'NewSpan', data: { span_id: spanIdOf(82), trace_id: traceIdOf(5) } },
        }),
      ],
      ['resync', '{}'],
    ]);
  });
});
