import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectUrl } from '../testing/api-client.ts';
import { remove, removeSessions, threeSpans } from '../testing/deleting.ts';
import { openStream } from '../testing/event-stream.ts';
import type { Answer } from '../testing/http-client.ts';
import { traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
const storeTraces = (project: string, ...traces: SpanSpec[][]): Promise<void> =>
  store(collector.url, project, { spans: traces.flat() });
beforeEach(async () => {
  collector = await startCollector();
  await storeTraces('default', threeSpans(1), threeSpans(2, 's1'), threeSpans(3, 's1'), threeSpans(4, 's2'));
});
afterEach(() => collector.stop());

const expectGone = ({ status }: Answer): void => expect(status).toBe(204);

describe('event: deleted on {P}/sse', () => {
  const listen = async (query: string, project = 'default') => {
    const stream = await openStream(`${projectUrl(collector.url, project)}/sse?${query}`);
    const until = async (count: number): Promise<[string | undefined, unknown][]> => {
      const events = await stream.until(({ length }) => length >= count);
      stream.close();
      return events.map(({ event, data }) => [event, JSON.parse(data)]);
    };
    return { until };
  };

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

  test('of a whole project its listeners hear that they should reload', async () => {
    const { until } = await listen('');
    expectGone(await remove(`${collector.url}/api/v1/projects/default`));
    expect(await until(1)).toEqual([['resync', {}]]);
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
