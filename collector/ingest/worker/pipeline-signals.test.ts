import { describe, expect, test } from 'vitest';
import { EXPORT_REQUESTS, type Signal } from '../../decode/count.ts';
import { jsonToWire } from '../../decode/json-to-wire.ts';
import { traceBytes } from '../../testing/otlp.ts';
import { logBytes } from '../../testing/otlp-logs.ts';
import { jobOf } from '../../testing/ingest-job.ts';
import { pipelineStore, spanNamed, wentIn } from '../../testing/pipeline-store.ts';

const store = pipelineStore();

describe.for<[signal: Signal, request: object, table: string, count: number]>([
  ['logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] }, 'log_records', 2],
  [
    'metrics',
    {
      resourceMetrics: [
        { scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: 1 }] } }] }] },
      ],
    },
    'metric_points',
    1,
  ],
])('%s', ([signal, request, table, count]) => {
  const wire = jsonToWire(EXPORT_REQUESTS[signal], JSON.stringify(request));
  const rows = (): unknown => store.reading.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();

  test('are stored, in the commit of the spans beside them', () => {
    const [spans, others] = [jobOf(traceBytes({ spans: [spanNamed(1)] })), jobOf(wire, { signal })];
    expect(store.commit(spans, others).results).toEqual([wentIn(spans.id, 1), wentIn(others.id, 0, count)]);
    expect(rows()).toBe(count);
    expect(store.names()).toEqual(['span']);
  });

  test('that come again, as protobuf or as JSON, are stored once', () => {
    store.commit(jobOf(wire, { signal }), jobOf(request, { signal }));
    store.commit(jobOf(wire, { signal }));
    expect(rows()).toBe(count);
  });

  test('that are none are taken; what is malformed is refused', () => {
    const [empty, bad] = [jobOf({}, { signal }), jobOf(Buffer.from([0x0a, 9]), { signal })];
    const { results } = store.commit(empty, bad);
    expect(results).toContainEqual(wentIn(empty.id, 0));
    expect(results).toContainEqual({
      id: bad.id,
      ok: false,
      code: 'INVALID_OTLP',
      message: expect.any(String),
    });
  });

  test('that the database refuses leave nothing, and what is beside them is stored', () => {
    store.writing.exec(
      `CREATE TRIGGER poison BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`,
    );
    const [bad, good] = [jobOf(wire, { signal }), jobOf(traceBytes({ spans: [spanNamed(1)] }))];
    const { results } = store.commit(bad, good);
    expect(results).toContainEqual(wentIn(good.id, 1));
    expect(results.find(({ id }) => id === bad.id)).toMatchObject({ ok: false, code: 'STORAGE_UNAVAILABLE' });
    store.writing.exec('DROP TRIGGER poison');
    store.commit(jobOf(wire, { signal }));
    expect(rows()).toBe(count);
  });
});

test('data points that no series or time can be given are rejected one by one', () => {
  const point = { timeUnixNano: '1', asInt: '1' };
  const metrics = [
    { name: 'm', gauge: { dataPoints: [point, { asInt: '2' }] } },
    { sum: { dataPoints: [point, point] } },
  ];
  const job = jobOf({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }, { signal: 'metrics' });
  const message = 'data point of m without a time (1); metric without a name (2)';
  expect(store.commit(job).results).toEqual([{ ...wentIn(job.id, 0, 1), rejected: 3, message }]);
  expect(store.reading.prepare('SELECT COUNT(*) FROM metric_points').pluck().get()).toBe(1);
});

test('log records whose prompts were not to be recorded are stored, and tell how they would be', () => {
  const attributes = { 'event.name': 'codex.user_prompt', 'conversation.id': 'c', prompt: '[REDACTED]' };
  const job = jobOf(logBytes({ logs: [{ attributes }] }), { signal: 'logs' });
  const [result] = store.commit(job).results;
  expect(result).toMatchObject({
    ok: true,
    items: 1,
    advice: expect.stringContaining('log_user_prompt = true'),
  });
});

test('calls whose messages come as log records are not said to have none', () => {
  const scope = { name: 'opentelemetry.instrumentation.openai_v2' };
  const call = { ...spanNamed(1), attributes: { 'gen_ai.operation.name': 'chat' } };
  const adviceOnCall = (): string | null => {
    const [result] = store.commit(jobOf(traceBytes({ scope, spans: [call] }))).results;
    return result?.ok === true ? result.advice : 'refused';
  };
  const tell = (content: string | null): void => {
    const eventName = 'gen_ai.user.message';
    const body = content === null ? {} : { content };
    store.commit(jobOf(logBytes({ scope, logs: [{ eventName, body }] }), { signal: 'logs' }));
  };
  expect(adviceOnCall()).toContain('CAPTURE_MESSAGE_CONTENT=true');
  tell(null);
  expect(adviceOnCall(), 'only that something was said').toContain('CAPTURE_MESSAGE_CONTENT=true');
  tell('What now?');
  expect(adviceOnCall()).toBe(null);
});
