import { SpanStatusCode, trace, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { Metadata, credentials } from '@grpc/grpc-js';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';

export interface ExporterOptions {
  readonly url: string;
  readonly compression: 'gzip' | 'none';
  readonly projectId?: string;
}

const httpOptions = ({ url, projectId }: ExporterOptions) => ({
  url,
  headers: projectId === undefined ? {} : { 'x-project-id': projectId },
});

const EXPORTERS = {
  'protobuf over HTTP': (options: ExporterOptions) => new ProtobufExporter(httpOptions(options)),
  'JSON over HTTP': (options: ExporterOptions) => new JsonExporter(httpOptions(options)),
  gRPC: ({ url, projectId }: ExporterOptions) => {
    const metadata = new Metadata();
    if (projectId !== undefined) metadata.set('x-project-id', projectId);
    return new GrpcExporter({ url, metadata, credentials: credentials.createInsecure() });
  },
} as const satisfies Record<string, (options: ExporterOptions) => SpanExporter>;
export type ExporterName = keyof typeof EXPORTERS;

/** An exporter as an application sets it up: by its own options and the variable for compression. */
export function officialExporter(name: ExporterName, options: ExporterOptions): SpanExporter {
  process.env['OTEL_EXPORTER_OTLP_COMPRESSION'] = options.compression;
  try {
    return EXPORTERS[name](options);
  } finally {
    delete process.env['OTEL_EXPORTER_OTLP_COMPRESSION'];
  }
}

/** Resolves once the exporter holds the spans for delivered, rejects with its error. */
export const exportSpans = (exporter: SpanExporter, spans: ReadableSpan[]): Promise<void> =>
  new Promise((resolve, reject) => {
    exporter.export(spans, ({ code, error }) =>
      code ? reject(error ?? new Error('not delivered')) : resolve(),
    );
  });

/** A root and a child made by the SDK, with attributes of every type, an event, a link and both kinds of status. */
export async function recordSpans(): Promise<{ root: ReadableSpan; child: ReadableSpan }> {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop', 'service.version': '1.2.3', replicas: 3 }),
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('checkout', '4.5.6');
  const root = tracer.startSpan('order', { kind: SpanKind.SERVER }, ROOT_CONTEXT);
  const linked = { traceId: 'd'.repeat(32), spanId: 'e'.repeat(16), traceFlags: 1 };
  const child = tracer.startSpan(
    'pay',
    { kind: SpanKind.CLIENT, links: [{ context: linked, attributes: { why: 'retry of' } }] },
    trace.setSpan(ROOT_CONTEXT, root),
  );
  child.setAttributes({
    text: 'Grüße, 世界 🌍',
    empty: '',
    integer: 9_007_199_254_740_991,
    negative: -42,
    fraction: 0.1,
    yes: true,
    no: false,
    texts: ['a', 'b'],
    numbers: [1, 2.5],
    flags: [true, false],
    long: 'x'.repeat(20_000),
  });
  child.addEvent('card refused', { attempt: 1, final: false, reason: 'expired' });
  child.setStatus({ code: SpanStatusCode.ERROR, message: 'no money' });
  child.end();
  root.setStatus({ code: SpanStatusCode.OK });
  root.end();
  await provider.forceFlush();
  const [first, second] = exporter.getFinishedSpans();
  return { root: second!, child: first! };
}
