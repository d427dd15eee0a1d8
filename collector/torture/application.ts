import { parentPort, workerData } from 'node:worker_threads';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { officialExporter, type ExporterName } from '../testing/official-exporters.ts';

export interface ApplicationData {
  readonly exporter: ExporterName;
  readonly compression: 'gzip' | 'none';
  readonly url: string;
  readonly projectId: string;
}

/** More than a batch, less than the SDK holds before it drops. */
const SPANS_A_ROUND = 600;

/**
 * A thread that does what an application does with OpenTelemetry's SDK as it is set up by default, until it is told to stop.
 * Answers how many spans it has ended, all of them exported as far as the SDK could.
 */
async function run(port: NonNullable<typeof parentPort>, data: ApplicationData): Promise<void> {
  const processor = new BatchSpanProcessor({ exporter: officialExporter(data.exporter, data) });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('application');
  const told = new AbortController();
  port.once('message', () => told.abort());
  let spans = 0;
  do {
    for (let i = 0; i < SPANS_A_ROUND; i++) {
      const span = tracer.startSpan(`step ${i}`);
      span.setAttributes({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o', round: spans });
      span.end();
      if (i % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    spans += SPANS_A_ROUND;
    // What can't be delivered is told there; what counts is what the collector has.
    await processor.forceFlush().catch(() => {});
  } while (!told.signal.aborted);
  await processor.shutdown().catch(() => {});
  port.postMessage(spans);
}

if (parentPort) void run(parentPort, workerData as ApplicationData);
