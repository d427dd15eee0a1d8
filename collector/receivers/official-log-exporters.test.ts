import { ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { describe, expect, test } from 'vitest';
import { LogPage } from '../contract/logs.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { EXPORTER_NAMES, LOG_EXPORTERS } from '../testing/official-exporters-of-others.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

describe.for(EXPORTER_NAMES)('%s', (name) => {
  test.for(['simple', 'batch'])(
    'what the SDK logs with its %s processor is answered as it was logged',
    async (kind) => {
      const project = `${kind}-${name.replaceAll(' ', '-')}`;
      const exporter = LOG_EXPORTERS[name]({ collector, project });
      const processor =
        kind === 'simple'
          ? new SimpleLogRecordProcessor({ exporter })
          : new BatchLogRecordProcessor({ exporter });
      const provider = new LoggerProvider({
        resource: resourceFromAttributes({ 'service.name': 'shop' }),
        processors: [processor],
      });
      const logger = provider.getLogger('checkout', '4.5.6');
      const context = trace.setSpanContext(ROOT_CONTEXT, {
        traceId: traceIdOf(7),
        spanId: spanIdOf(8),
        traceFlags: TraceFlags.SAMPLED,
      });
      logger.emit({ body: 'plain', severityText: 'INFO', timestamp: 1_770_000_000_000 });
      logger.emit({
        eventName: 'card.refused',
        body: { reason: 'expired', tries: [1, 2] },
        severityNumber: SeverityNumber.ERROR,
        attributes: { amount: 1.5, final: true, text: 'Grüße, 世界 🌍' },
        timestamp: 1_770_000_001_000,
        context,
      });
      await provider.forceFlush();
      await provider.shutdown();
      const { data } = await read(LogPage, `${projectUrl(collector.url, project)}/logs`);
      expect(data).toMatchObject([
        {
          time: '2026-02-02T02:40:01.000000Z',
          event_name: 'card.refused',
          severity_number: 17,
          body: { reason: 'expired', tries: [1, 2] },
          attributes: { amount: 1.5, final: true, text: 'Grüße, 世界 🌍' },
          trace_id: traceIdOf(7),
          span_id: spanIdOf(8),
        },
        {
          time: '2026-02-02T02:40:00.000000Z',
          body: 'plain',
          severity_number: null,
          severity_text: 'INFO',
          service_name: 'shop',
          scope: { name: 'checkout', version: '4.5.6' },
          trace_id: null,
        },
      ]);
      expect(data.every(({ observed_time }) => observed_time !== null)).toBe(true);
    },
  );
});
