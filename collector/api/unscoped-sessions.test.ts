import { beforeAll, describe, expect, test } from 'vitest';
import { SessionTraceList, UnscopedSession, UnscopedSessionList } from '../contract/unscoped.ts';
import { readError } from '../testing/api-client.ts';
import { readExact } from '../testing/exact-json.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = `${collector.url}/api/v1/sessions`;
  await store(collector.url, 'default', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

const list = (query = '') => readExact(UnscopedSessionList, `${url}?${query}`);
const samplesOf = (session: string) =>
  SAMPLE_TRACES.map((sample, index) => ({ ...sample, index })).filter((sample) => sample.session === session);

describe('/api/v1/sessions', () => {
  test('lists the sessions of project default with the sums of their traces', async () => {
    const { sessions, next_cursor, has_more } = await list();
    expect({ next_cursor, has_more }).toEqual({ next_cursor: null, has_more: false });
    const expected = [...new Set(SAMPLE_TRACES.flatMap(({ session }) => session ?? []))].map((session_id) => {
      const samples = samplesOf(session_id);
      const input = samples.reduce((sum, { index }) => sum + 100 * (1 + (index % 4)), 0);
      const output = samples.reduce((sum, { index }) => sum + 10 * (1 + (index % 3)), 0);
      const first = BigInt(Math.min(...samples.map(({ startMs }) => startMs))) * 1_000_000n;
      const last =
        BigInt(Math.max(...samples.map(({ startMs, durationMs }) => startMs + durationMs))) * 1_000_000n;
      const earliest = samples.toSorted((a, b) => a.startMs - b.startMs || (a.traceId < b.traceId ? -1 : 1));
      return {
        session_id,
        user_id: earliest.find(({ user }) => user !== null)?.user ?? null,
        service_name: `service ${earliest[0]!.index % 2}`,
        trace_count: samples.length,
        span_count: samples.reduce((sum, { tool }) => sum + (tool === null ? 2 : 3), 0),
        total_input_tokens: input,
        total_output_tokens: output,
        total_tokens: input + output,
        has_errors: samples.some(({ hasError }) => hasError),
        first_seen_ns: first,
        last_seen_ns: last,
        duration_ns: last - first,
      };
    });
    const byId = (a: { session_id: string }, b: { session_id: string }): number =>
      a.session_id < b.session_id ? -1 : 1;
    expect(sessions.toSorted(byId)).toEqual(expected.toSorted(byId));
    const starts = sessions.map(({ first_seen_ns }) => first_seen_ns);
    expect(starts).toEqual(starts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  });

  test('user_id is the session’s', async () => {
    const { sessions: all } = await list();
    const { sessions } = await list('user_id=user%201');
    expect(sessions.length).toBeGreaterThan(0);
    expect(sessions).toEqual(all.filter(({ user_id }) => user_id === 'user 1'));
  });

  test('service is that of any span of the session', async () => {
    const { sessions } = await list('service=service%201');
    const expected = SAMPLE_TRACES.filter((_, index) => index % 2 === 1).flatMap(
      ({ session }) => session ?? [],
    );
    expect(sessions.map(({ session_id }) => session_id).toSorted()).toEqual(
      [...new Set(expected)].toSorted(),
    );
    expect((await list('service=service')).sessions).toEqual([]);
  });

  test.for(['limit=0', 'limit=101'])('%s is VALIDATION_ERROR', async (query) => {
    const refused = { status: 400, code: 'VALIDATION_ERROR' };
    expect(await readError(`${url}?${query}`)).toMatchObject(refused);
    expect(await readError(`${url}/session-0/traces?${query}`)).toMatchObject(refused);
  });
});

test('/api/v1/sessions/{session_id} is the session of the list', async () => {
  const { sessions } = await list();
  for (const session of sessions)
    expect(await readExact(UnscopedSession, `${url}/${session.session_id}`)).toEqual(session);
});

test('/api/v1/sessions/{session_id}/traces are its traces, the one that started last first', async () => {
  const { traces, next_cursor, has_more } = await readExact(SessionTraceList, `${url}/session-1/traces`);
  expect({ next_cursor, has_more }).toEqual({ next_cursor: null, has_more: false });
  expect(traces).toEqual(
    samplesOf('session-1')
      .toSorted((a, b) => b.startMs - a.startMs || b.index - a.index)
      .map(({ traceId, startMs, durationMs, index, tool, hasError }) => ({
        trace_id: traceId,
        root_span_name: `run ${index % 9}`,
        span_count: tool === null ? 2 : 3,
        start_time_ns: BigInt(startMs) * 1_000_000n,
        duration_ns: BigInt(durationMs) * 1_000_000n,
        has_errors: hasError,
      })),
  );
});

test('a session id may hold anything', async () => {
  for (const [n, id] of ['a/b', '100%', 'ü "quoted"', ' '].entries()) {
    const span = { traceId: traceIdOf(0xf00 + n), spanId: spanIdOf(1), attributes: { 'session.id': id } };
    await store(collector.url, 'default', { spans: [span] });
    const path = `${url}/${encodeURIComponent(id)}`;
    expect(await readExact(UnscopedSession, path)).toMatchObject({ session_id: id, trace_count: 1 });
    expect((await readExact(SessionTraceList, `${path}/traces`)).traces).toHaveLength(1);
  }
});

test.for(['no-session', 'SESSION-0', '%00'])('%s is SESSION_NOT_FOUND', async (id) => {
  for (const path of [`${url}/${id}`, `${url}/${id}/traces`])
    expect(await readError(path)).toMatchObject({ status: 404, code: 'SESSION_NOT_FOUND' });
});
