import { resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationType, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { beforeAll, describe, expect, test } from 'vitest';
import { MetricDetail, MetricPage } from '../contract/metrics.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { EXPORTER_NAMES, METRIC_EXPORTERS } from '../testing/official-exporters-of-others.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const NEVER_BY_ITSELF = 2_000_000_000;

describe.for(EXPORTER_NAMES)('metrics that the SDK measures, by %s', (name) => {
  const project = name.replaceAll(' ', '-');
  const url = (): string => `${projectUrl(collector.url, project)}/metrics`;
  const detail = (metric: string): Promise<MetricDetail> => read(MetricDetail, `${url()}/${metric}`);

  beforeAll(async () => {
    const exporter = METRIC_EXPORTERS[name]({ collector, project });
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: NEVER_BY_ITSELF });
    const provider = new MeterProvider({
      resource: resourceFromAttributes({ 'service.name': 'shop' }),
      readers: [reader],
      views: [
        { instrumentName: 'basket.value', aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } },
        {
          instrumentName: 'request.duration',
          aggregation: {
            type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
            options: { boundaries: [1, 5], recordMinMax: true },
          },
        },
      ],
    });
    const meter = provider.getMeter('checkout', '4.5.6');
    meter
      .createGauge('temperature', { unit: 'Cel', description: 'of the room' })
      .record(-21.5, { room: 'a' });
    const orders = meter.createCounter('orders', { unit: '{order}' });
    orders.add(3, { country: 'de' });
    orders.add(4, { country: 'de' });
    orders.add(1, { country: 'fr' });
    meter.createUpDownCounter('open.carts').add(-2);
    const durations = meter.createHistogram('request.duration', { unit: 's' });
    for (const seconds of [0.5, 1, 3, 9]) durations.record(seconds, { route: '/pay' });
    const baskets = meter.createHistogram('basket.value');
    for (const value of [1, 2, 4, 0]) baskets.record(value);
    await provider.forceFlush();
    await provider.shutdown();
  });

  test('are listed with their type, unit and newest value', async () => {
    const { data } = await read(MetricPage, url());
    const shown = data.map(({ name: metric, type, unit, last_value, service_names }) => [
      metric,
      type,
      unit,
      last_value,
      service_names,
    ]);
    expect(shown.filter(([metric]) => metric !== 'orders')).toEqual([
      ['basket.value', 'exponential_histogram', '', null, ['shop']],
      ['open.carts', 'sum', '', -2, ['shop']],
      ['request.duration', 'histogram', 's', null, ['shop']],
      ['temperature', 'gauge', 'Cel', -21.5, ['shop']],
    ]);
    expect(data.find((metric) => metric.name === 'temperature')?.description).toBe('of the room');
  });

  test('of a gauge and of sums keep each series and its value', async () => {
    const series = async (metric: string) =>
      (await detail(metric)).series
        .map(({ attributes, points }) => [attributes, points.at(-1)])
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(await series('temperature')).toEqual([[{ room: 'a' }, expect.objectContaining({ value: -21.5 })]]);
    expect(await series('orders')).toEqual([
      [{ country: 'de' }, expect.objectContaining({ value: 7 })],
      [{ country: 'fr' }, expect.objectContaining({ value: 1 })],
    ]);
    expect(await series('open.carts')).toEqual([[{}, expect.objectContaining({ value: -2 })]]);
  });

  test('of a histogram keep their buckets', async () => {
    const { series } = await detail('request.duration');
    expect(series).toMatchObject([{ attributes: { route: '/pay' }, service_name: 'shop' }]);
    expect(series[0]!.points.at(-1)).toMatchObject({
      count: 4,
      sum: 13.5,
      min: 0.5,
      max: 9,
      explicit_bounds: [1, 5],
      bucket_counts: [2, 1, 1],
    });
  });

  test('of an exponential histogram keep what leads back to their values', async () => {
    const { series } = await detail('basket.value');
    const point = series[0]!.points.at(-1)!;
    expect(point).toMatchObject({ count: 4, sum: 7, min: 0, max: 4, zero_count: 1 });
    if (!('scale' in point)) throw new Error('no exponential histogram');
    // Bucket i is above base^(offset+i) and at or below base^(offset+i+1).
    const base = 2 ** (2 ** -point.scale);
    const { offset, bucket_counts } = point.positive;
    const bounds = bucket_counts.flatMap((count, i) =>
      Array.from({ length: count }, () => base ** (offset + i + 1)),
    );
    expect(bounds).toHaveLength(3);
    for (const [i, value] of [1, 2, 4].entries()) {
      expect(bounds[i]! / value).toBeGreaterThan(0.999);
      expect(bounds[i]! / value).toBeLessThanOrEqual(base * 1.001);
    }
    expect(point.negative.bucket_counts.reduce((sum, count) => sum + count, 0)).toBe(0);
  });
});
