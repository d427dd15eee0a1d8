import { EXPORT_REQUESTS } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { keyValues, type PlainValue } from './otlp.ts';

const T0 = 1_770_000_000_000_000_000n;
/** That many seconds after 2026-02-02T02:40:00Z. */
export const metricTime = (seconds: number): string => String(T0 + BigInt(seconds) * 1_000_000_000n);

export interface MetricsUnder {
  readonly resource?: Readonly<Record<string, PlainValue>>;
  readonly scope?: string;
}

/** An ExportMetricsServiceRequest in OTLP JSON; the metrics as the protocol has them. */
export const metricRequest = (
  metrics: readonly object[],
  { resource, scope }: MetricsUnder = {},
): object => ({
  resourceMetrics: [
    {
      resource: { attributes: keyValues(resource ?? { 'service.name': 'shop' }) },
      scopeMetrics: [{ scope: { name: scope ?? 'meter' }, metrics }],
    },
  ],
});

/** The same in protobuf. */
export const metricBytes = (metrics: readonly object[], under?: MetricsUnder): Buffer =>
  jsonToWire(EXPORT_REQUESTS.metrics, JSON.stringify(metricRequest(metrics, under)));
