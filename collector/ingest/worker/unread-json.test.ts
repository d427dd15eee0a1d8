import { describe, expect, test } from 'vitest';
import type { Signal } from '../../decode/count.ts';
import { jobOf } from '../../testing/ingest-job.ts';
import { traceBytes } from '../../testing/otlp.ts';
import { pipelineStore } from '../../testing/pipeline-store.ts';

const store = pipelineStore();

function adviceOf(body: object, signal: Signal = 'traces'): string {
  const [result] = store.commit(jobOf(body, { signal })).results;
  if (!result?.ok) throw new Error(`refused: ${result?.message}`);
  return result.advice ?? 'none';
}
const span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  startTimeUnixNano: `${Date.now()}000000`,
};

test('a byte order mark before JSON is passed over', () => {
  const body = Buffer.from(
    `\uFEFF${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })}`,
  );
  const [result] = store.commit(jobOf(body, { encoding: 'json' })).results;
  expect(result).toMatchObject({ ok: true, spans: 1 });
});

test.for([
  ['{}', null],
  ['{"resourceSpans":[]}', null],
  ['{"spans":[]}', expect.stringContaining('"spans" is no field') as string],
] as const)('so it is before JSON that holds no span: %s', ([json, advice]) => {
  const [result] = store.commit(jobOf(Buffer.from(`\uFEFF${json}`), { encoding: 'json' })).results;
  expect(result).toMatchObject({ ok: true, spans: 0, advice });
});

describe('JSON of which nothing was stored is told with', () => {
  test('the key that is none, and those that could stand there', () => {
    const top = adviceOf({ spans: [span] });
    expect(top).toContain('"spans"');
    expect(top).toContain('resourceSpans');
    const deeper = adviceOf({ resourceSpans: [{ resource: {}, spans: [span] }] });
    expect(deeper).toContain('"spans"');
    expect(deeper).toContain('resource, scopeSpans, schemaUrl');
  });

  test('where it belongs, if it is another signal', () => {
    expect(adviceOf({ resourceLogs: [] })).toMatch(/holds logs.*\/v1\/logs/);
    expect(adviceOf({ resource_metrics: [{}] }, 'logs')).toMatch(/holds metrics.*\/v1\/metrics/);
    expect(adviceOf({ resourceSpans: [] }, 'metrics')).toMatch(/holds traces.*\/v1\/traces/);
  });

  test('no word of its own that could be pasted, or is long', () => {
    for (const key of ['OTEL_X=evil', 'k'.repeat(100), '\u202e', '__proto__'])
      expect(adviceOf(JSON.parse(`{${JSON.stringify(key)}:1}`) as object)).toMatch(
        /^Nothing.*: (a key|"__proto__") /,
      );
  });
});

describe('an id that is no hex', () => {
  const sent = (ids: object): object => ({
    resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...ids }] }] }],
  });

  test.for([
    [{ traceId: 'W47/95gDgQPSabYzgT/GDA==' }, 'traceId'],
    [{ span_id: '7uGbfsPBsXQ=' }, 'span_id'],
  ])('is why its span is rejected: %j', ([ids, key]) => {
    const { spanId: _, ...other } = span;
    const body = {
      extra: 'which is not why',
      resourceSpans: [
        { scopeSpans: [{ spans: [{ ...other, ...(key === 'traceId' ? span : {}), ...(ids as object) }] }] },
      ],
    };
    const [result] = store.commit(jobOf(body)).results;
    expect(result).toMatchObject({
      ok: true,
      rejected: 1,
      message: expect.stringMatching(`of 0 bytes, wanted .*; ${key as string} is no hex`),
      advice: expect.stringMatching(`^${key as string} is no hex`),
    });
  });

  test('is told where its span is stored without it', () => {
    expect(adviceOf(sent({ parentSpanId: 'not-hex!' }))).toMatch(/^parentSpanId is no hex/);
    // A message of what was rejected would be taken for a loss.
    const { results } = store.commit(jobOf(sent({ parentSpanId: 'not-hex!' })));
    expect(results).toMatchObject([{ rejected: 0, message: '' }]);
    expect(adviceOf(sent({ links: [{ traceId: 'zz', spanId: 'q' }] }))).toMatch(/^traceId is no hex/);
  });

  test('is none where a text only looks like one', () => {
    const attributes = [{ key: 'said', value: { stringValue: '{"traceId":"not hex"}' } }];
    expect(adviceOf(sent({ attributes, parentSpanId: 'B7AD' }))).toBe('none');
  });
});

test('a request that holds nothing, or something, is told nothing', () => {
  for (const body of [
    {},
    { resourceSpans: [] },
    { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans: [] }] }] },
    { extra: 1, resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
  ])
    expect(adviceOf(body)).toBe('none');
});

test.for([Buffer.alloc(0), traceBytes({ spans: [] })])(
  'nor is one in protobuf that holds nothing, which is no JSON: %j',
  (body) => {
    const [result] = store.commit(jobOf(body, { encoding: 'protobuf' })).results;
    expect(result).toMatchObject({ ok: true, items: 0, advice: null });
  },
);
