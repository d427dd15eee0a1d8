import { beforeAll, describe, expect, test } from 'vitest';
import { SpanDetail, SpanPage, type Span } from '../contract/spans.ts';
import { TraceDetail } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = projectUrl(collector.url, 'sample');
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

const idsOf = (spans: readonly Span[]): string[] => spans.map(({ span_id }) => span_id);

describe('the filters of {P}/spans', () => {
  const { traceId } = SAMPLE_TRACES[4]!;
  const filters: readonly (readonly [query: string, keeps: (span: Span) => boolean])[] = [
    [`trace_id=${traceId}`, ({ trace_id }) => trace_id === traceId],
    [`trace_id=${traceId.toUpperCase()}`, ({ trace_id }) => trace_id === traceId],
    ['session_id=session-1', ({ session_id }) => session_id === 'session-1'],
    ['user_id=user%200', ({ user_id }) => user_id === 'user 0'],
    ['environment=staging', ({ environment }) => environment === 'staging'],
    ['span_category=tool', ({ span_category }) => span_category === 'tool'],
    ['span_category=http', ({ span_category }) => span_category === 'http'],
    ['observation_type=generation', ({ observation_type }) => observation_type === 'generation'],
    ['gen_ai_request_model=gpt-4o', (span) => span.gen_ai_request_model === 'gpt-4o'],
    ['status_code=ERROR', ({ status_code }) => status_code === 'ERROR'],
    ['status_code=UNSET', ({ status_code }) => status_code === 'UNSET'],
    ['has_error=true', ({ has_error }) => has_error],
    ['has_error=false', ({ has_error }) => !has_error],
    ['is_observation=true', ({ observation_type }) => observation_type !== 'span'],
    ['is_observation=false', ({ observation_type }) => observation_type === 'span'],
    [
      'span_category=llm&environment=production&user_id=user%201',
      (span) =>
        span.span_category === 'llm' && span.environment === 'production' && span.user_id === 'user 1',
    ],
  ];
  test.for(filters)('%s', async ([query, keeps]) => {
    const { data: all } = await read(SpanPage, `${url}/spans?limit=1000`);
    const { data, meta } = await read(SpanPage, `${url}/spans?limit=1000&${query}`);
    const expected = all.filter(keeps);
    expect(expected.length).toBeGreaterThan(0);
    expect(data).toEqual(expected);
    expect(meta.total_items).toBe(expected.length);
  });

  test('status_code=UNSET finds a status of which the protocol has no name, as it is shown', async () => {
    const spans = [0, 1, 2, 3].map((code) => ({
      traceId: traceIdOf(1),
      spanId: spanIdOf(code + 1),
      status: { code },
    }));
    await store(collector.url, 'statuses', { spans });
    const of = projectUrl(collector.url, 'statuses');
    const { data, meta } = await read(SpanPage, `${of}/spans?status_code=UNSET&order_by=timestamp_start:asc`);
    expect(idsOf(data)).toEqual([spanIdOf(1), spanIdOf(4)]);
    expect(meta.total_items).toBe(2);
  });

  test.for(['framework=none', 'trace_id=zz', 'session_id=%00'])('%s finds nothing', async (query) => {
    expect((await read(SpanPage, `${url}/spans?${query}`)).data).toEqual([]);
  });

  test.for(['is_observation', 'include_raw_span'])('%s is true or false', async (parameter) => {
    const error = await readError(`${url}/spans?${parameter}=maybe`);
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.message).toContain(parameter);
  });
});

describe('{P}/traces/{trace_id}/spans', () => {
  const { traceId } = SAMPLE_TRACES[0]!;

  test('pages through the spans of one trace, in start order unless asked otherwise', async () => {
    const { spans } = await read(TraceDetail, `${url}/traces/${traceId}`);
    const listed = await read(SpanPage, `${url}/traces/${traceId}/spans`);
    expect(listed.meta).toEqual({ page: 1, limit: 100, total_items: 3, total_pages: 1 });
    expect(idsOf(listed.data)).toEqual(idsOf(spans));
    const second = await read(SpanPage, `${url}/traces/${traceId}/spans?limit=1&page=2`);
    expect(second.meta).toEqual({ page: 2, limit: 1, total_items: 3, total_pages: 3 });
    expect(second.data).toEqual(listed.data.slice(1, 2));
    const reversed = await read(SpanPage, `${url}/traces/${traceId}/spans?order_by=timestamp_start`);
    expect(reversed.data).toEqual(listed.data.toReversed());
  });

  test('refuses a field that spans are not ordered by', async () => {
    const error = await readError(`${url}/traces/${traceId}/spans?order_by=trace_name`);
    expect(error).toMatchObject({ status: 400, code: 'INVALID_ORDER_BY' });
  });
});

describe('{P}/traces/{trace_id}/spans/{span_id}', () => {
  const { traceId } = SAMPLE_TRACES[1]!;
  const spanId = spanIdOf(16 + 2);

  test('is the list item with who spoke or was called, attributes, resource, scope, events, links and logs', async () => {
    const { agent_id, agent_description, tool_call_id, tool_description, ...known } = await read(
      SpanDetail,
      `${url}/traces/${traceId}/spans/${spanId}`,
    );
    const { attributes, resource, scope, events, links, logs, ...item } = known;
    expect([agent_id, agent_description, tool_call_id, tool_description]).toEqual([null, null, null, null]);
    const { data } = await read(SpanPage, `${url}/traces/${traceId}/spans`);
    expect(data).toContainEqual(item);
    expect(attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 200, 'user.id': 'user 1' });
    expect(resource).toEqual({ attributes: { 'service.name': 'service 1' } });
    expect(scope).toEqual({ name: 'test', version: '', attributes: {} });
    expect([events, links, logs]).toEqual([[], [], []]);
  });

  test('takes ids in upper case hex', async () => {
    const upper = `${url}/traces/${traceId.toUpperCase()}/spans/${spanId.toUpperCase()}`;
    expect((await read(SpanDetail, upper)).span_id).toBe(spanId);
  });

  test.for(['f'.repeat(16), 'zz', '%00', 'x'.repeat(5000), spanIdOf(1)])(
    '%j is not there: 404',
    async (id) => {
      const missing = { status: 404, code: 'SPAN_NOT_FOUND' };
      expect(await readError(`${url}/traces/${traceId}/spans/${id}`)).toMatchObject(missing);
      expect(await readError(`${url}/traces/${traceId}/spans/${id}/messages`)).toMatchObject(missing);
    },
  );
});
