import { describe, expect, test } from 'vitest';
import { Conversation } from '../contract/messages.ts';
import { SpanDetail, SpanPage } from '../contract/spans.ts';
import { TraceDetail, TracePage, TraceTreeDetail } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type RequestSpec, type SpanSpec } from '../testing/otlp.ts';
import { JSON_TYPE, postProtobuf, store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

/*
 * Whatever exporters get wrong, what they send is stored, listed and shown.
 */

const collector = sharedCollector();

const NOW = Date.now();
const YEAR = 365 * 86_400_000;
const project = (name: string): string => projectUrl(collector.url, name);

/** Reads a trace in every way that the window does; answers it with all its spans. */
async function readEverywhere(name: string, traceId: string): Promise<TraceDetail> {
  const url = `${project(name)}/traces/${traceId}`;
  const detail = await read(TraceDetail, `${url}?include_raw_span=true`);
  const { spans } = await read(TraceTreeDetail, `${url}?fields=tree`);
  expect(spans.map(({ span_id }) => span_id)).toEqual(detail.spans.map(({ span_id }) => span_id));
  const { meta } = await read(SpanPage, `${url}/spans`);
  expect(meta.total_items).toBe(detail.spans.length);
  await read(Conversation, `${url}/messages`);
  for (const path of ['totals', 'events']) expect((await send(`${url}/${path}`)).status).toBe(200);
  for (const { span_id } of detail.spans.slice(0, 3)) {
    await read(SpanDetail, `${url}/spans/${span_id}`);
    await read(Conversation, `${url}/spans/${span_id}/messages`);
  }
  const { data } = await read(TracePage, `${project(name)}/traces?include_nongenai=true&limit=1000`);
  expect(data.map(({ trace_id }) => trace_id)).toContain(traceId);
  for (const path of ['stats', 'sessions', 'traces/filter-options', 'spans/filter-options'])
    expect((await send(`${project(name)}/${path}`)).status).toBe(200);
  return detail;
}

/** Of one span as OTLP JSON has it. */
const bare = (span: object): string =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });

describe('times', () => {
  test.for<[string, Pick<SpanSpec, 'start' | 'end'>]>([
    ['of 1970', { start: 0, end: 5 }],
    ['of the future', { start: NOW + 50 * YEAR, end: NOW + 50 * YEAR + 1 }],
    ['that end before they start', { start: NOW, end: NOW - 60_000 }],
    ['of years', { start: NOW - 7 * YEAR, end: NOW }],
    ['that end where they start', { start: NOW, end: NOW }],
  ])('%s', async ([name, times], { task }) => {
    const traceId = traceIdOf(100 + task.name.length);
    const id = name.replaceAll(' ', '-');
    await store(collector.url, id, {
      spans: [
        { traceId, spanId: spanIdOf(1), name: 'odd', ...times },
        { traceId, spanId: spanIdOf(2), parentSpanId: spanIdOf(1), start: NOW, end: NOW + 5 },
      ],
    });
    const trace = await readEverywhere(id, traceId);
    expect(trace.span_count).toBe(2);
    for (const { duration_ms } of [trace, ...trace.spans]) expect(duration_ms).toBeGreaterThanOrEqual(0);
  });

  test.for(['0', '1', '9223372036854775807', '9223372036854775808', '18446744073709551615'])(
    'of %s nanoseconds',
    async (nanos) => {
      const [traceId, spanId, name] = [traceIdOf(200), spanIdOf(1), `nanos-${nanos}`];
      const body = bare({
        traceId,
        spanId,
        name: 'n',
        startTimeUnixNano: nanos,
        endTimeUnixNano: nanos,
        events: [{ name: 'e', timeUnixNano: nanos }],
        attributes: [
          { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
          { key: 'gen_ai.prompt', value: { stringValue: 'Hi' } },
        ],
      });
      const answer = await send(`${collector.url}/otel/${name}/v1/traces`, { headers: JSON_TYPE, body });
      expect(answer.status).toBe(200);
      expect((await readEverywhere(name, traceId)).span_count).toBe(1);

      const at = `${project(name)}/traces/${traceId}/spans/${spanId}`;
      const { timestamp_start: shown, events } = await read(SpanDetail, at);
      const { messages } = await read(Conversation, `${at}/messages`);
      expect(events.map(({ timestamp }) => timestamp)).toEqual([shown]);
      expect(messages.map(({ timestamp }) => timestamp)).toEqual([shown]);
    },
  );

  test('a clock that was set back in the middle of a trace leaves it whole and in the order of its tree', async () => {
    const traceId = traceIdOf(300);
    const chain = Array.from({ length: 6 }, (_, i): SpanSpec => {
      const start = NOW - (i > 2 ? 3_600_000 : 0) + i;
      const parent = i === 0 ? {} : { parentSpanId: spanIdOf(i) };
      return { traceId, spanId: spanIdOf(i + 1), ...parent, start, end: start + 10 };
    });
    await store(collector.url, 'clock', { spans: chain });
    const trace = await readEverywhere('clock', traceId);
    expect(trace.spans.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(trace).toMatchObject({ span_count: 6, is_complete: true });
  });
});

describe('trees', () => {
  test('of cycles and of spans that are their own parents are shown with every span once', async () => {
    const traceId = traceIdOf(400);
    const parents: Record<number, number> = { 1: 1, 2: 3, 3: 4, 4: 2, 5: 2, 6: 99 };
    const spans = Object.entries(parents).map(([id, parent]) => ({
      traceId,
      spanId: spanIdOf(Number(id)),
      parentSpanId: spanIdOf(parent),
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 1 },
    }));
    await store(collector.url, 'cycles', { spans });
    const trace = await readEverywhere('cycles', traceId);
    expect(new Set(trace.spans.map(({ span_id }) => span_id)).size).toBe(6);
    expect(trace.spans).toHaveLength(6);
  });

  test('have a span that names itself as its parent as their root', async () => {
    const traceId = traceIdOf(410);
    const own = { traceId, spanId: spanIdOf(1), parentSpanId: spanIdOf(1), name: 'root' };
    const below = { traceId, spanId: spanIdOf(2), parentSpanId: spanIdOf(1), name: 'clock is behind' };
    await store(collector.url, 'own-parent', {
      spans: [
        { ...own, start: NOW, end: NOW + 10 },
        { ...below, start: NOW - 5, end: NOW + 5 },
      ],
    });
    const trace = await readEverywhere('own-parent', traceId);
    expect(trace).toMatchObject({ trace_name: 'root', is_complete: true });
    expect(trace.spans.map(({ parent_span_id, depth }) => [parent_span_id, depth])).toEqual([
      [null, 0],
      [spanIdOf(1), 1],
    ]);
    const roots = JSON.stringify([{ key: 'parent_span_id', op: 'is_null' }]);
    const { data } = await read(SpanPage, `${project('own-parent')}/spans?filters=${roots}`);
    expect(data.map(({ span_name }) => span_name)).toEqual(['root']);
  });

  test('of two traces with the same span id stay apart', async () => {
    const [one, other] = [traceIdOf(500), traceIdOf(501)];
    const span = (traceId: string, name: string): RequestSpec => ({
      spans: [{ traceId, spanId: spanIdOf(7), name }],
    });
    await store(collector.url, 'default', span(one, 'first'), span(other, 'second'));
    expect((await readEverywhere('default', one)).spans[0]?.span_name).toBe('first');
    expect((await readEverywhere('default', other)).spans[0]?.span_name).toBe('second');
    const at = `${collector.url}/api/v1/spans/${spanIdOf(7)}`;
    expect(jsonOf(await send(`${at}?trace_id=${one}`))).toMatchObject({ span_name: 'first' });
    expect(jsonOf(await send(`${at}?trace_id=${other}`))).toMatchObject({ span_name: 'second' });
  });
});

describe('sizes', () => {
  test('an attribute of 10 MB', async () => {
    const traceId = traceIdOf(600);
    const text = 'ten megabytes '.repeat(750_000);
    await store(collector.url, 'large', {
      spans: [{ traceId, spanId: spanIdOf(1), attributes: { text, 'gen_ai.input.messages': text } }],
    });
    const trace = await readEverywhere('large', traceId);
    const { attributes } = await read(
      SpanDetail,
      `${project('large')}/traces/${traceId}/spans/${spanIdOf(1)}`,
    );
    expect(attributes['text']).toHaveLength(text.length);
    expect(JSON.stringify({ ...trace, spans: [] }).length).toBeLessThan(10_000);
  });

  test('10,000 attributes on a span', async () => {
    const traceId = traceIdOf(700);
    const attributes = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`gen_ai.key.k${i}`, i]));
    await store(collector.url, 'wide', { spans: [{ traceId, spanId: spanIdOf(1), attributes }] });
    await readEverywhere('wide', traceId);
    const detail = await read(SpanDetail, `${project('wide')}/traces/${traceId}/spans/${spanIdOf(1)}`);
    expect(Object.keys(detail.attributes)).toHaveLength(10_000);
  });

  test('a trace of 100,000 spans', async () => {
    const traceId = traceIdOf(800);
    for (let from = 0; from < 100_000; from += 10_000) {
      const spans = Array.from({ length: 10_000 }, (_, i): SpanSpec => {
        const n = from + i;
        const parent = n === 0 ? {} : { parentSpanId: spanIdOf(1 + Math.floor((n - 1) / 10)) };
        return { traceId, spanId: spanIdOf(n + 1), ...parent, start: NOW + n, end: NOW + n + 1 };
      });
      expect((await postProtobuf(`${collector.url}/otel/many`, { spans })).status).toBe(200);
    }
    const url = `${project('many')}/traces/${traceId}`;
    const { spans } = jsonOf(await send(`${url}?fields=tree`)) as TraceTreeDetail;
    expect(spans).toHaveLength(100_000);
    // The whole of them in one answer is refused, with the way to have them.
    expect((await send(url)).status).toBe(400);
    const { meta } = await read(SpanPage, `${url}/spans?limit=1000&page=100`);
    expect(meta.total_items).toBe(100_000);
    const { data } = await read(TracePage, `${project('many')}/traces?include_nongenai=true`);
    expect(data).toMatchObject([{ span_count: 100_000, is_complete: true }]);
    // One more comes, and one goes.
    await store(collector.url, 'many', { spans: [{ traceId, spanId: spanIdOf(200_000), start: NOW }] });
    expect((await send(url, { method: 'DELETE' })).status).toBe(204);
    expect((await send(url)).status).toBe(404);
  }, 180_000);
});
