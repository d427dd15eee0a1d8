import { beforeAll, describe, expect, test } from 'vitest';
import { SessionDetail, SessionPage } from '../contract/sessions.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = projectUrl(collector.url, 'sample');
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS);
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

describe('a session summary', () => {
  test('adds up its traces', async () => {
    const { data } = await read(SessionPage, `${url}/sessions`);
    expect(data).toHaveLength(5);
    for (const session of data) {
      const { data: traces } = await read(TracePage, `${url}/traces?session_id=${session.session_id}`);
      expect(traces).toHaveLength(SAMPLE_TRACES.filter((t) => t.session === session.session_id).length);
      expect(session).toMatchObject({
        trace_count: traces.length,
        span_count: sum(traces.map((trace) => trace.span_count)),
        input_tokens: sum(traces.map((trace) => trace.input_tokens)),
        output_tokens: sum(traces.map((trace) => trace.output_tokens)),
        total_tokens: sum(traces.map((trace) => trace.total_tokens)),
        error_count: sum(traces.map((trace) => trace.error_count)),
        has_error: traces.some((trace) => trace.has_error),
        start_time: traces.map((trace) => trace.start_time).sort()[0],
        end_time: traces
          .map((trace) => trace.end_time)
          .sort()
          .at(-1),
      });
      expect(session.total_cost).toBeCloseTo(sum(traces.map((trace) => trace.total_cost)), 12);
      expect(session.duration_ms).toBe(Date.parse(session.end_time) - Date.parse(session.start_time));
      expect(session.models.toSorted()).toEqual([...new Set(traces.flatMap(({ models }) => models))].sort());
      expect(session.agents.toSorted()).toEqual([...new Set(traces.flatMap(({ agents }) => agents))].sort());
    }
  });

  test('is named by any span of a trace, and the root wins when they differ', async () => {
    const trace = (n: number, root: string | null, child: string) => ({
      spans: [
        {
          traceId: traceIdOf(n),
          spanId: spanIdOf(1),
          attributes: root === null ? {} : { 'session.id': root },
        },
        {
          traceId: traceIdOf(n),
          spanId: spanIdOf(2),
          parentSpanId: spanIdOf(1),
          attributes: { 'session.id': child },
        },
      ],
    });
    await store(collector.url, 'named', trace(1, null, 'by child'), trace(2, 'by root', 'by child'));
    const { data } = await read(SessionPage, `${projectUrl(collector.url, 'named')}/sessions`);
    expect(Object.fromEntries(data.map((s) => [s.session_id, [s.trace_count, s.span_count]]))).toEqual({
      'by child': [1, 2],
      'by root': [1, 2],
    });
  });

  test('may be named by the resource', async () => {
    await store(collector.url, 'resource', {
      resource: { 'session.id': 'of the resource', 'user.id': 'ann', 'deployment.environment': 'test' },
      spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }],
    });
    const { data } = await read(SessionPage, `${projectUrl(collector.url, 'resource')}/sessions`);
    expect(data).toMatchObject([{ session_id: 'of the resource', user_id: 'ann', environment: 'test' }]);
  });
});

describe('{P}/sessions/{session_id}', () => {
  test('is the summary plus its traces in start order', async () => {
    const { data } = await read(SessionPage, `${url}/sessions`);
    for (const summary of data) {
      const { traces, ...rest } = await read(SessionDetail, `${url}/sessions/${summary.session_id}`);
      expect(rest).toEqual(summary);
      const listed = await read(
        TracePage,
        `${url}/traces?session_id=${summary.session_id}&order_by=start_time:asc`,
      );
      expect(traces).toEqual(listed.data);
    }
  });

  test.for(['a/b', 'käse 🧀', 'a?b#c', '%41', ' ', '..', 'x'.repeat(3000), 'UPPER'])(
    '%j is an id like any other',
    async (id) => {
      await store(collector.url, 'odd', {
        spans: [{ traceId: traceIdOf(id.length + 1), spanId: spanIdOf(1), attributes: { 'session.id': id } }],
      });
      const odd = projectUrl(collector.url, 'odd');
      const { data } = await read(SessionPage, `${odd}/sessions?limit=1000`);
      const stored = data.find(({ session_id }) => session_id.startsWith(id.slice(0, 200)))?.session_id;
      expect(stored).toBeDefined();
      const path = encodeURIComponent(stored!).replaceAll('.', '%2E');
      expect((await read(SessionDetail, `${odd}/sessions/${path}`)).session_id).toBe(stored);
      expect(
        (await read(TracePage, `${odd}/traces?include_nongenai=true&session_id=${path}`)).data,
      ).not.toEqual([]);
    },
  );

  test.for(['nobody', 'SESSION-1', '%00', 'x'.repeat(5000), "'%20OR%20'1'='1"])(
    '%j is not there: 404',
    async (id) => {
      const missing = { status: 404, code: 'SESSION_NOT_FOUND' };
      expect(await readError(`${url}/sessions/${id}`)).toMatchObject(missing);
      expect(await readError(`${url}/sessions/${id}/messages`)).toMatchObject(missing);
    },
  );

  test('is not found in another project', async () => {
    const other = projectUrl(collector.url, 'other');
    expect(await readError(`${other}/sessions/session-1`)).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
});
