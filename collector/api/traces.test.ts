import { beforeAll, describe, expect, test } from 'vitest';
import { SpanPage } from '../contract/spans.ts';
import { TraceDetail, TracePage } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES, type SampleTrace } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = projectUrl(collector.url, 'sample');
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

describe('the filters of {P}/traces', () => {
  const filters: readonly (readonly [query: string, keeps: (trace: SampleTrace) => boolean])[] = [
    ['session_id=session-1', ({ session }) => session === 'session-1'],
    ['user_id=user%200', ({ user }) => user === 'user 0'],
    ['model=gpt-4o', ({ model }) => model === 'gpt-4o'],
    ['agent=agent%201', ({ agent }) => agent === 'agent 1'],
    ['tool=tool%202', ({ tool }) => tool === 'tool 2'],
    ['tag=tag-3', ({ tag }) => tag === 'tag-3'],
    ['has_error=true', ({ hasError }) => hasError],
    ['has_error=false', ({ hasError }) => !hasError],
    ['min_duration_ms=300', ({ durationMs }) => durationMs >= 300],
    ['min_duration_ms=300.5', ({ durationMs }) => durationMs > 300],
    ['tool=tool%202&has_error=true', ({ tool, hasError }) => tool === 'tool 2' && hasError],
    [
      'model=gpt-4o&environment=production',
      ({ model, environment }) => model === 'gpt-4o' && environment === 'production',
    ],
    ["tag=tag-3'%20OR%20'1'='1", () => false],
    ['tool=%25', () => false],
  ];
  test.for(filters)('%s', async ([query, keeps]) => {
    const found = await read(TracePage, `${url}/traces?${query}`);
    const expected = SAMPLE_TRACES.filter(keeps).map(({ traceId }) => traceId);
    expect(found.data.map(({ trace_id }) => trace_id).sort()).toEqual(expected.sort());
    expect(found.meta.total_items).toBe(expected.length);
  });

  test('framework: a span of it is in the trace', async () => {
    const { data } = await read(TracePage, `${url}/traces`);
    const framework = data[0]!.framework!;
    expect((await read(TracePage, `${url}/traces?framework=${framework}`)).meta.total_items).toBe(
      data.length,
    );
    expect((await read(TracePage, `${url}/traces?framework=other`)).data).toEqual([]);
  });

  test('include_nongenai: traces without an AI span are left out unless asked for', async () => {
    const shown = async (query: string): Promise<string[]> =>
      (await read(TracePage, `${url}/traces?${query}`)).data.map(({ trace_id }) => trace_id);
    const plain = PLAIN_TRACE.spans[0]!.traceId;
    expect(await shown('')).not.toContain(plain);
    expect(await shown('include_nongenai=false')).not.toContain(plain);
    expect(await shown('include_nongenai=true')).toContain(plain);
    expect((await read(TracePage, `${url}/traces?include_nongenai=true`)).meta.total_items).toBe(
      SAMPLE_TRACES.length + 1,
    );
  });

  test.for([
    ['has_error', 'perhaps'],
    ['include_nongenai', 'yes'],
    ['min_duration_ms', '-1'],
    ['min_duration_ms', 'long'],
  ])('%s=%s is a VALIDATION_ERROR that names it', async ([parameter, value]) => {
    const error = await readError(`${url}/traces?${parameter}=${value}`);
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.message).toContain(parameter);
  });
});

describe('a trace summary', () => {
  test('says of its trace what its spans say', async () => {
    const { data } = await read(TracePage, `${url}/traces`);
    for (const [i, sample] of SAMPLE_TRACES.entries()) {
      const inputTokens = 100 * (1 + (i % 4));
      const outputTokens = 10 * (1 + (i % 3));
      expect(data.find(({ trace_id }) => trace_id === sample.traceId)).toMatchObject({
        trace_name: `run ${i % 9}`,
        start_time: new Date(sample.startMs).toISOString().replace('Z', '000Z'),
        end_time: new Date(sample.startMs + sample.durationMs).toISOString().replace('Z', '000Z'),
        duration_ms: sample.durationMs,
        session_id: sample.session,
        user_id: sample.user,
        environment: sample.environment,
        span_count: sample.tool === null ? 2 : 3,
        service_name: `service ${i % 2}`,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
        llm_call_count: 1,
        tool_call_count: sample.tool === null ? 0 : 1,
        error_count: sample.hasError ? 1 : 0,
        has_error: sample.hasError,
        models: [sample.model],
        agents: [sample.agent],
        tags: [sample.tag],
        input_preview: `question ${i}`,
        output_preview: `answer ${i}`,
        is_complete: true,
      });
    }
  });

  test('is the same in the list and alone', async () => {
    const { data } = await read(TracePage, `${url}/traces`);
    for (const summary of data.slice(0, 5)) {
      const { spans, ...alone } = await read(TraceDetail, `${url}/traces/${summary.trace_id}`);
      expect(alone).toEqual(summary);
      expect(spans).toHaveLength(summary.span_count);
    }
  });

  test('adds up what its spans cost', async () => {
    const { data } = await read(TracePage, `${url}/traces?model=gpt-4o`);
    for (const { trace_id, total_cost, input_cost, output_cost } of data) {
      const { data: spans } = await read(SpanPage, `${url}/traces/${trace_id}/spans`);
      expect(total_cost).toBeGreaterThan(0);
      expect(total_cost).toBeCloseTo(input_cost + output_cost, 12);
      expect(total_cost).toBeCloseTo(
        spans.reduce((sum, span) => sum + span.total_cost, 0),
        12,
      );
    }
  });
});

describe('{P}/traces/{trace_id}', () => {
  const { traceId } = SAMPLE_TRACES[3]!;

  test('takes the id in upper case hex and answers in lower case', async () => {
    const id = SAMPLE_TRACES.find((sample) => /[a-f]/.test(sample.traceId))!.traceId;
    const trace = await read(TraceDetail, `${url}/traces/${id.toUpperCase()}`);
    expect(trace.trace_id).toBe(id);
    expect(trace.spans.every((span) => span.trace_id === id)).toBe(true);
  });

  test.for(['f'.repeat(32), 'zz', 'g'.repeat(32), '%00', '%20', 'a'.repeat(5000), `${traceId}0`, "';--"])(
    '%j does not exist: 404',
    async (id) => {
      const missing = { status: 404, code: 'TRACE_NOT_FOUND' };
      for (const path of [
        '',
        '/spans',
        '/messages',
        `/spans/${spanIdOf(1)}`,
        `/spans/${spanIdOf(1)}/messages`,
      ])
        expect(await readError(`${url}/traces/${id}${path}`)).toMatchObject(missing);
    },
  );

  test('is not found in another project', async () => {
    const other = projectUrl(collector.url, 'other');
    expect(await readError(`${other}/traces/${traceId}`)).toMatchObject({ code: 'TRACE_NOT_FOUND' });
  });

  test('shows parents before their children, each with its depth, whatever the clocks say', async () => {
    const id = traceIdOf(0xc00);
    const span = (n: number, parent: number | null, start: number): SpanSpec => ({
      traceId: id,
      spanId: spanIdOf(n),
      name: `span ${n}`,
      start: 1_770_000_000_000 + start,
      ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
    });
    // 3 began before its parent 2; 5 has a parent that never came; 6 and 7 are each other's parents.
    const spans = [
      span(4, 3, 40),
      span(3, 2, 5),
      span(2, 1, 20),
      span(1, null, 10),
      span(5, 99, 30),
      span(6, 7, 50),
      span(7, 6, 60),
    ];
    await store(collector.url, 'tree', { spans });
    const trace = await read(TraceDetail, `${projectUrl(collector.url, 'tree')}/traces/${id}`);
    expect(trace.is_complete).toBe(false);
    expect(trace.spans.map(({ span_id, depth }) => [Number.parseInt(span_id, 16), depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [5, 0],
      [4, 3],
      [6, 0],
      [7, 1],
    ]);
  });

  test('refuses more than 10,000 spans with the advice to read pages', async () => {
    const id = traceIdOf(0xd00);
    const many = (from: number): SpanSpec[] =>
      Array.from({ length: 5001 }, (_, i) => ({ traceId: id, spanId: spanIdOf(from + i) }));
    await store(collector.url, 'large', { spans: many(1) }, { spans: many(5002) });
    const large = `${projectUrl(collector.url, 'large')}/traces/${id}`;
    const error = await readError(large);
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.message).toContain(`${id}/spans`);
    const { data, meta } = await read(SpanPage, `${large}/spans?limit=1000&page=11`);
    expect([data.length, meta.total_items]).toEqual([2, 10_002]);
  });
});
