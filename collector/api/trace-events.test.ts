import { expect, test } from 'vitest';
import { TraceEvents } from '../contract/events.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const START = 1_770_000_000_000;
const urlOf = (traceId: string): string => `${projectUrl(collector.url)}/traces/${traceId}/events`;
const span = (trace: number, n: number, events: SpanSpec['events']): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  start: START + n,
  ...(events === undefined ? {} : { events }),
});

test('{P}/traces/{trace_id}/events tells when the events of a trace happened, span by span', async () => {
  await store(collector.url, 'default', {
    spans: [
      span(1, 2, [{ name: 'exception', time: START + 9, attributes: { 'exception.type': 'E' } }]),
      span(1, 1, [
        { name: 'first', time: START + 5 },
        { name: 'second', time: START + 7 },
      ]),
      span(1, 3, undefined),
    ],
  });
  const mark = (n: number, name: string, ms: number) => ({
    span_id: spanIdOf(n),
    name,
    timestamp: new Date(START + ms).toISOString().replace('Z', '000Z'),
  });
  expect(await read(TraceEvents, urlOf(traceIdOf(1)))).toEqual({
    data: [mark(1, 'first', 5), mark(1, 'second', 7), mark(2, 'exception', 9)],
    is_complete: true,
  });
});

test('says so where there are more than it tells', async () => {
  const events = Array.from({ length: 6000 }, (_, i) => ({ name: `e${i}`, time: START + i }));
  await store(collector.url, 'default', { spans: [span(2, 1, events), span(2, 2, events)] });
  const { data, is_complete } = await read(TraceEvents, urlOf(traceIdOf(2)));
  expect(data).toHaveLength(10_000);
  expect(is_complete).toBe(false);
});

test('of an unknown trace it is a 404', async () => {
  expect(await readError(urlOf(traceIdOf(99)))).toMatchObject({ status: 404, code: 'TRACE_NOT_FOUND' });
});
