import { describe, expect, test } from 'vitest';
import { MetricDetail, MetricPage } from '../contract/metrics.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { keyValues } from '../testing/otlp.ts';
import { storeSignal } from '../testing/otlp-client.ts';
import { metricBytes, metricRequest as requestOf, metricTime as at } from '../testing/otlp-metrics.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const keep = (project: string, metrics: readonly object[]): Promise<void> =>
  storeSignal(collector.url, project, 'metrics', metricBytes(metrics));
const metricsUrl = (project: string, rest = ''): string =>
  `${projectUrl(collector.url, project)}/metrics${rest}`;
const list = (project: string, query = ''): Promise<MetricPage> =>
  read(MetricPage, metricsUrl(project, query));
const detail = (project: string, name: string, query = ''): Promise<MetricDetail> =>
  read(MetricDetail, metricsUrl(project, `/${encodeURIComponent(name)}${query}`));

const attributes = keyValues({ route: '/', code: 200 });

/** A metric of each kind, with the point that the API shows for it. */
const KINDS: readonly [type: string, metric: object, point: object][] = [
  [
    'gauge',
    { gauge: { dataPoints: [{ timeUnixNano: at(1), asDouble: 0.1, attributes }] } },
    { start_time: null, value: 0.1 },
  ],
  [
    'sum',
    {
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [{ startTimeUnixNano: at(0), timeUnixNano: at(1), asInt: '-7', attributes }],
      },
    },
    { value: -7 },
  ],
  [
    'histogram',
    {
      histogram: {
        aggregationTemporality: 1,
        dataPoints: [
          {
            startTimeUnixNano: at(0),
            timeUnixNano: at(1),
            count: '6',
            sum: 12.5,
            min: 0.5,
            max: 9,
            bucketCounts: ['1', 2, '3'],
            explicitBounds: [1, 5],
            attributes,
          },
        ],
      },
    },
    { count: 6, sum: 12.5, min: 0.5, max: 9, bucket_counts: [1, 2, 3], explicit_bounds: [1, 5] },
  ],
  [
    'exponential_histogram',
    {
      exponentialHistogram: {
        aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA',
        dataPoints: [
          {
            startTimeUnixNano: at(0),
            timeUnixNano: at(1),
            count: 5,
            sum: 3,
            scale: -2,
            zeroCount: '1',
            zeroThreshold: 0.001,
            positive: { offset: -3, bucketCounts: ['1', '2'] },
            negative: { offset: 4, bucketCounts: [1] },
            attributes,
          },
        ],
      },
    },
    {
      count: 5,
      sum: 3,
      min: null,
      max: null,
      scale: -2,
      zero_count: 1,
      zero_threshold: 0.001,
      positive: { offset: -3, bucket_counts: [1, 2] },
      negative: { offset: 4, bucket_counts: [1] },
    },
  ],
  [
    'summary',
    {
      summary: {
        dataPoints: [
          {
            startTimeUnixNano: at(0),
            timeUnixNano: at(1),
            count: 2,
            sum: 3.5,
            quantileValues: [
              { quantile: 0, value: 0 },
              { quantile: 0.99, value: 3 },
              { quantile: 1, value: 'NaN' },
            ],
            attributes,
          },
        ],
      },
    },
    {
      count: 2,
      sum: 3.5,
      quantiles: [
        { quantile: 0, value: 0 },
        { quantile: 0.99, value: 3 },
        { quantile: 1, value: null },
      ],
    },
  ],
];

/** As the metrics above say, by number and by name. */
const TEMPORALITY: Readonly<Record<string, string | null>> = {
  gauge: null,
  sum: 'cumulative',
  histogram: 'delta',
  exponential_histogram: 'delta',
  summary: null,
};

describe.for(KINDS)('a %s', ([type, data, point]) => {
  const metric = { name: 'made.things', unit: '{thing}', description: 'Things made', ...data };

  test('is answered with its points, the same from protobuf and JSON', async () => {
    await keep(`protobuf-${type}`, [metric]);
    await storeSignal(collector.url, `json-${type}`, 'metrics', requestOf([metric]));
    const answers = await Promise.all(
      ['protobuf', 'json'].map((encoding) => detail(`${encoding}-${type}`, 'made.things')),
    );
    const start = { time: '2026-02-02T02:40:01.000000Z', start_time: '2026-02-02T02:40:00.000000Z' };
    for (const answer of answers)
      expect(answer).toEqual({
        name: 'made.things',
        type,
        unit: '{thing}',
        series: [
          {
            attributes: { route: '/', code: 200 },
            service_name: 'shop',
            temporality: TEMPORALITY[type],
            is_monotonic: type === 'sum',
            points: [{ ...start, ...point }],
          },
        ],
      });
  });

  test('stands in the list', async () => {
    await keep(`list-${type}`, [metric]);
    const { data: items, meta } = await list(`list-${type}`);
    expect(meta).toEqual({ page: 1, limit: 100, total_items: 1, total_pages: 1 });
    expect(items).toEqual([
      {
        name: 'made.things',
        type,
        unit: '{thing}',
        description: 'Things made',
        service_names: ['shop'],
        last_time: '2026-02-02T02:40:01.000000Z',
        last_value: 'value' in point ? point.value : null,
        last_mean: 'sum' in point && 'count' in point ? Number(point.sum) / Number(point.count) : null,
        series_count: 1,
        point_count: 1,
      },
    ]);
  });

  test('that comes again is stored once', async () => {
    for (let i = 0; i < 3; i++) await keep(`again-${type}`, [metric]);
    await storeSignal(collector.url, `again-${type}`, 'metrics', requestOf([metric, metric]));
    expect((await list(`again-${type}`)).data).toMatchObject([{ point_count: 1 }]);
    expect((await detail(`again-${type}`, 'made.things')).series).toMatchObject([{ points: [{}] }]);
  });
});
