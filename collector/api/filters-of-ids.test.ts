import { beforeAll, expect, test } from 'vitest';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { UnscopedTraceList } from '../contract/unscoped.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const TRACE = traceIdOf(0xabc);
const ROOT = spanIdOf(0xdef);
const CHILD = spanIdOf(0xfed);

const collector = sharedCollector({
  configure: (config) => (config.otel.attributes.span_attributes = ['root_span_id']),
});
beforeAll(async () => {
  const attributes = { 'gen_ai.operation.name': 'chat', 'session.id': 'A', root_span_id: 'ABC' };
  await store(collector.url, 'default', {
    spans: [
      { traceId: TRACE, spanId: ROOT, attributes },
      { traceId: TRACE, spanId: CHILD, parentSpanId: ROOT, attributes },
    ],
  });
});

type Condition = readonly [key: string, op: string, value: unknown];
const asked = (condition: Condition): string => {
  const [key, op, value] = condition;
  return encodeURIComponent(JSON.stringify([{ key, op, value }]));
};
const lists = { traces: TracePage, spans: SpanPage, sessions: SessionPage };
async function total(list: keyof typeof lists, condition: Condition): Promise<number> {
  const url = `${projectUrl(collector.url)}/${list}?filters=${asked(condition)}`;
  return ((await read(lists[list], url)) as { meta: { total_items: number } }).meta.total_items;
}

test.for<[list: keyof typeof lists, condition: Condition, found: number]>([
  ['traces', ['trace_id', 'eq', TRACE.toUpperCase()], 1],
  ['traces', ['trace_id', 'in', ['x', TRACE.toUpperCase()]], 1],
  ['traces', ['trace_id', 'ne', TRACE.toUpperCase()], 0],
  ['traces', ['span_id', 'eq', CHILD.toUpperCase()], 1],
  ['traces', ['root_span_id', 'eq', ROOT.toUpperCase()], 1],
  ['sessions', ['trace_id', 'eq', TRACE.toUpperCase()], 1],
  ['spans', ['trace_id', 'eq', TRACE.toUpperCase()], 2],
  ['spans', ['span_id', 'eq', CHILD.toUpperCase()], 1],
  ['spans', ['span_id', 'ne', CHILD.toUpperCase()], 1],
  ['spans', ['parent_span_id', 'in', [ROOT.toUpperCase()]], 1],
  ['spans', ['span_id', 'lte', CHILD.toUpperCase()], 2],
])('ids of %s are found in upper case as in lower: %j', async ([list, condition, found]) => {
  expect(await total(list, condition)).toBe(found);
});

test('so they are without a project', async () => {
  const url = `${collector.url}/api/v1/traces?attributes=${asked(['trace_id', 'eq', TRACE.toUpperCase()])}`;
  const { traces } = (await read(UnscopedTraceList, url)) as { traces: unknown[] };
  expect(traces).toHaveLength(1);
});

test('names that only look like ids keep their case: those of sessions, and attributes', async () => {
  expect(await total('sessions', ['session_id', 'eq', 'a'])).toBe(0);
  expect(await total('spans', ['root_span_id', 'eq', 'ABC'])).toBe(2);
  expect(await total('spans', ['root_span_id', 'eq', 'abc'])).toBe(0);
});
