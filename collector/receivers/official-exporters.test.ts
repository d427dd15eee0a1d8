import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { describe, expect, test } from 'vitest';
import { SpanDetail } from '../contract/spans.ts';
import { TraceDetail } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import {
  exportSpans,
  officialExporter,
  recordSpans,
  type ExporterName,
} from '../testing/official-exporters.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import type { RunningCollector } from '../testing/start-collector.ts';

const collector = sharedCollector();

/** Where exporters may send to, by what the page of the interface calls it. */
const PLACES: Readonly<Record<string, { url: (c: RunningCollector) => string; project: string }>> = {
  'the main port at /v1/traces': { url: ({ url }) => `${url}/v1/traces`, project: 'default' },
  'the main port at /otel/v1/traces': { url: ({ url }) => `${url}/otel/v1/traces`, project: 'default' },
  'the main port at /otel/{project}/v1/traces': {
    url: ({ url }) => `${url}/otel/shop.eu-1/v1/traces`,
    project: 'shop.eu-1',
  },
  'the standard port at /v1/traces': { url: ({ otlpUrl }) => `${otlpUrl}/v1/traces`, project: 'default' },
};

describe.for(['none', 'gzip'] as const)('the official exporters, compression %s', (compression) => {
  describe.for(['protobuf over HTTP', 'JSON over HTTP'] as const)('%s', (name) => {
    test.for(Object.entries(PLACES))('delivers spans whole to %s', async ([, { url, project }]) => {
      const spans = await deliver(name, { url: url(collector), compression });
      await expectWhole(spans, project);
    });

    test('names its project in a header', async () => {
      const spans = await deliver(name, {
        url: `${collector.otlpUrl}/v1/traces`,
        compression,
        projectId: 'by-header',
      });
      await expectWhole(spans, 'by-header');
    });
  });

  describe('gRPC', () => {
    test('delivers spans whole', async () => {
      const spans = await deliver('gRPC', { url: `http://${collector.grpcAddress}`, compression });
      await expectWhole(spans, 'default');
    });

    test('names its project in metadata', async () => {
      const url = `http://${collector.grpcAddress}`;
      const spans = await deliver('gRPC', { url, compression, projectId: 'by-metadata' });
      await expectWhole(spans, 'by-metadata');
    });
  });
});

type Recorded = Awaited<ReturnType<typeof recordSpans>>;

async function deliver(
  name: ExporterName,
  options: { url: string; compression: 'none' | 'gzip'; projectId?: string },
): Promise<Recorded> {
  const spans = await recordSpans();
  const exporter = officialExporter(name, options);
  await exportSpans(exporter, [spans.child, spans.root]);
  await exporter.shutdown();
  return spans;
}

async function expectWhole({ root, child }: Recorded, project: string): Promise<void> {
  const { traceId } = root.spanContext();
  const url = `${projectUrl(collector.url, project)}/traces/${traceId}`;
  const tree = await read(TraceDetail, url);
  expect(tree).toMatchObject({ trace_name: 'order', span_count: 2, is_complete: true, error_count: 1 });
  expect(tree.spans.map(({ span_name, depth }) => [span_name, depth])).toEqual([
    ['order', 0],
    ['pay', 1],
  ]);
  await expectSame(url, root);
  await expectSame(url, child);
}

/** The stored span is the one that the SDK holds in memory. */
async function expectSame(traceUrl: string, sent: ReadableSpan): Promise<void> {
  const stored = await read(SpanDetail, `${traceUrl}/spans/${sent.spanContext().spanId}`);
  expect(stored).toMatchObject({
    span_name: sent.name,
    parent_span_id: sent.parentSpanContext?.spanId ?? null,
    span_kind: ['INTERNAL', 'SERVER', 'CLIENT'][sent.kind],
    status_code: ['UNSET', 'OK', 'ERROR'][sent.status.code],
    status_message: sent.status.message ?? null,
    timestamp_start: isoOf(sent.startTime),
    timestamp_end: isoOf(sent.endTime),
    service_name: 'shop',
  });
  expect(stored.attributes).toEqual(sent.attributes);
  expect(stored.resource.attributes).toEqual(sent.resource.attributes);
  expect(stored.scope).toEqual({ name: 'checkout', version: '4.5.6', attributes: {} });
  expect(stored.events).toEqual(
    sent.events.map(({ name, time, attributes }) => ({ name, timestamp: isoOf(time), attributes })),
  );
  expect(stored.links).toEqual(
    sent.links.map(({ context, attributes }) => ({
      trace_id: context.traceId,
      span_id: context.spanId,
      attributes,
    })),
  );
}

const isoOf = ([seconds, nanos]: readonly [number, number]): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(Math.floor(nanos / 1000)).padStart(6, '0')}Z`;
