import { keyValues } from '../../collector/testing/otlp.ts';

const nanos = (millis: number): string => String(BigInt(Math.round(millis)) * 1_000_000n);
const resource = { attributes: keyValues({ 'service.name': 'checkout' }) };

/** Three log records of a service, the first with a trace. */
export function logRequest(traceId: string, nowMs = Date.now()): object {
  const record = (offset: number, severity: [number, string], body: object, rest: object = {}) => ({
    timeUnixNano: nanos(nowMs + offset),
    severityNumber: severity[0],
    severityText: severity[1],
    body,
    ...rest,
  });
  return {
    resourceLogs: [
      {
        resource,
        scopeLogs: [
          {
            scope: { name: 'checkout.payments' },
            logRecords: [
              record(
                -3000,
                [13, 'WARN'],
                { stringValue: 'payment provider slow' },
                {
                  traceId,
                  attributes: keyValues({ 'provider.name': 'acme', 'retry.count': 2 }),
                },
              ),
              record(-2000, [9, 'INFO'], { stringValue: 'order placed' }),
              record(-1000, [17, 'ERROR'], { stringValue: '{"code":"E42","reason":"card <b>declined</b>"}' }),
            ],
          },
        ],
      },
    ],
  };
}

/** One more record, for lists that are looked at. */
export function oneLog(body: string): object {
  return {
    resourceLogs: [
      {
        resource,
        scopeLogs: [
          {
            logRecords: [{ timeUnixNano: nanos(Date.now()), severityNumber: 9, body: { stringValue: body } }],
          },
        ],
      },
    ],
  };
}

/** A metric of each of the five kinds, with points over the last minutes. */
export function metricRequest(nowMs = Date.now()): object {
  const start = nanos(nowMs - 300_000);
  const times = [-180_000, -120_000, -60_000, 0].map((offset) => nanos(nowMs + offset));
  const points = (of: (index: number) => object, attributes: object[] = []): object[] =>
    times.map((timeUnixNano, index) => ({
      startTimeUnixNano: start,
      timeUnixNano,
      attributes,
      ...of(index),
    }));
  const metrics = [
    { name: 'queue.depth', unit: '{job}', gauge: { dataPoints: points((index) => ({ asInt: 3 + index })) } },
    {
      name: 'orders.placed',
      unit: '1',
      sum: {
        isMonotonic: true,
        aggregationTemporality: 2,
        dataPoints: points((index) => ({ asInt: 10 * (index + 1) })),
      },
    },
    {
      name: 'request.duration',
      unit: 's',
      histogram: {
        aggregationTemporality: 2,
        dataPoints: points((index) => ({
          count: String(4 * (index + 1)),
          sum: 1,
          bucketCounts: [index + 1, 2 * (index + 1), index + 1].map(String),
          explicitBounds: [0.1, 0.5],
        })),
      },
    },
    {
      name: 'payload.size',
      unit: 'By',
      exponentialHistogram: {
        aggregationTemporality: 1,
        dataPoints: points(() => ({
          count: '6',
          sum: 40,
          scale: 0,
          zeroCount: '1',
          positive: { offset: 1, bucketCounts: ['2', '3'] },
          negative: { offset: 0, bucketCounts: [] },
        })),
      },
    },
    {
      name: 'legacy.latency',
      unit: 'ms',
      summary: {
        dataPoints: points(() => ({
          count: '2',
          sum: 9,
          quantileValues: [
            { quantile: 0.5, value: 4 },
            { quantile: 0.99, value: 8 },
          ],
        })),
      },
    },
  ];
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'checkout' }, metrics }] }] };
}

/** A gauge of one value. */
export function gaugeRequest(name: string, unit: string, value: number): object {
  const dataPoints = [{ timeUnixNano: nanos(Date.now()), asDouble: value }];
  const metrics = [{ name, unit, gauge: { dataPoints } }];
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'checkout' }, metrics }] }] };
}
