import { beforeAll, expect, test } from 'vitest';
import { TraceDetail, TraceTreeDetail } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
beforeAll(async () => {
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS);
});

const urlOf = (traceId: string, query: string): string =>
  `${projectUrl(collector.url, 'sample')}/traces/${traceId}?${query}`;

test('fields=tree leaves of each span what its tree shows, and the summary as it is', async () => {
  for (const { traceId } of SAMPLE_TRACES) {
    const { spans: all, ...summary } = await read(TraceDetail, urlOf(traceId, ''));
    const { spans, ...same } = await read(TraceTreeDetail, urlOf(traceId, 'fields=tree'));
    expect(same).toEqual(summary);
    expect(spans).toHaveLength(all.length);
    for (const [i, { usage_counts, ...span }] of spans.entries()) {
      expect(typeof usage_counts).toBe('boolean');
      expect(all[i]).toMatchObject(span);
    }
    expect(Object.keys(spans[0]!)).not.toContain('input_preview');
  }
});

test('the rows whose usage counts add up to what the summary says', async () => {
  for (const { traceId } of SAMPLE_TRACES) {
    const { spans, ...summary } = await read(TraceTreeDetail, urlOf(traceId, 'fields=tree'));
    const sum = (of: (span: (typeof spans)[number]) => number): number =>
      spans.reduce((all, span) => all + (span.usage_counts ? of(span) : 0), 0);
    expect(sum((span) => span.total_tokens)).toBe(summary.total_tokens);
    expect(sum((span) => span.total_cost)).toBeCloseTo(summary.total_cost, 9);
  }
});

test('raw spans are no part of it', async () => {
  const url = urlOf(SAMPLE_TRACES[0]!.traceId, 'fields=tree&include_raw_span=true');
  await expect(read(TraceTreeDetail, url)).resolves.toBeDefined();
});

test('a trace too large to be answered whole is answered as a tree', async () => {
  const traceId = traceIdOf(0xfff);
  const span = (i: number): SpanSpec => ({
    traceId,
    spanId: spanIdOf(i + 1),
    ...(i === 0 ? {} : { parentSpanId: spanIdOf(Math.floor((i - 1) / 10) + 1) }),
    start: 1_770_000_000_000 + i,
  });
  for (let at = 0; at < 10_001; at += 2000)
    await store(collector.url, 'sample', {
      spans: Array.from({ length: Math.min(2000, 10_001 - at) }, (_, i) => span(at + i)),
    });
  const error = await readError(urlOf(traceId, ''));
  expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(error.message).toContain('fields=tree');
  const { spans, span_count } = await read(TraceTreeDetail, urlOf(traceId, 'fields=tree'));
  expect([spans.length, span_count]).toEqual([10_001, 10_001]);
  expect(spans.at(-1)).toMatchObject({ depth: 4 });
});

test('what is unknown is refused', async () => {
  const error = await readError(urlOf(SAMPLE_TRACES[0]!.traceId, 'fields=all'));
  expect(error).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('fields'),
  });
  expect(await readError(urlOf(traceIdOf(1), 'fields=tree'))).toMatchObject({ code: 'TRACE_NOT_FOUND' });
});
