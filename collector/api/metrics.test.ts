import { beforeAll, describe, expect, test } from 'vitest';
import { MetricDetail, MetricPage } from '../contract/metrics.ts';
import { ProjectList } from '../contract/projects.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { keyValues, spanIdOf, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { metricBytes, metricTime as at, type MetricsUnder } from '../testing/otlp-metrics.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const keep = (project: string, metrics: readonly object[], under?: MetricsUnder): Promise<void> =>
  storeSignal(collector.url, project, 'metrics', metricBytes(metrics, under));
const metricsUrl = (project: string, rest = ''): string =>
  `${projectUrl(collector.url, project)}/metrics${rest}`;
const list = (project: string, query = ''): Promise<MetricPage> =>
  read(MetricPage, metricsUrl(project, query));
const detail = (project: string, name: string, query = ''): Promise<MetricDetail> =>
  read(MetricDetail, metricsUrl(project, `/${encodeURIComponent(name)}${query}`));

const gauge = (name: string, ...dataPoints: object[]): object => ({ name, gauge: { dataPoints } });
const point = (
  seconds: number,
  value: number,
  labels: Readonly<Record<string, PlainValue>> = {},
): object => ({
  timeUnixNano: at(seconds),
  asInt: String(value),
  attributes: keyValues(labels),
});

test('integers keep all their digits, doubles too', async () => {
  const values = ['9007199254740993', '-9223372036854775808', '1770921433316465123'];
  const points = values.map((asInt, i) => ({ timeUnixNano: at(i), asInt }));
  const histogram = {
    name: 'h',
    histogram: {
      dataPoints: [{ timeUnixNano: at(1), count: '18446744073709551615', bucketCounts: [values[0]] }],
    },
  };
  await keep('digits', [gauge('g', ...points, { timeUnixNano: at(9), asDouble: 0.1 + 0.2 }), histogram]);
  const text = String((await send(metricsUrl('digits', '/g'))).body);
  for (const value of [...values, '0.30000000000000004']) expect(text).toContain(`"value":${value}`);
  const other = String((await send(metricsUrl('digits', '/h'))).body);
  expect(other).toContain('"count":18446744073709551615');
  expect(other).toContain('"bucket_counts":[9007199254740993]');
});

test('what is no number is null', async () => {
  const values = [{ asDouble: 'NaN' }, { asDouble: '-Infinity' }, { flags: 1 }];
  await keep('nulls', [gauge('g', ...values.map((value, i) => ({ timeUnixNano: at(i), ...value })))]);
  const { series } = await detail('nulls', 'g');
  expect(series[0]!.points).toMatchObject([{ value: null }, { value: null }, { value: null }]);
});

test('series are told apart by attributes, service, scope and kind; attributes may come in any order', async () => {
  await keep('series', [
    gauge('g', point(1, 1, { a: 'x', b: 1 }), point(2, 2, { b: 1, a: 'x' }), point(1, 3)),
  ]);
  await keep('series', [gauge('g', point(1, 4))], { resource: { 'service.name': 'other' } });
  await keep('series', [gauge('g', point(1, 5))], { scope: 'another meter' });
  await keep('series', [{ name: 'g', sum: { dataPoints: [point(9, 6)] } }]);
  const { type, series } = await detail('series', 'g');
  expect(type).toBe('sum');
  const values = series.map(({ attributes: labels, service_name, points }) => [
    labels,
    service_name,
    points.map((one) => 'value' in one && one.value),
  ]);
  expect(values).toEqual([
    [{ a: 'x', b: 1 }, 'shop', [1, 2]],
    [{}, 'shop', [3]],
    [{}, 'other', [4]],
    [{}, 'shop', [5]],
    [{}, 'shop', [6]],
  ]);
  expect((await list('series')).data).toMatchObject([
    {
      name: 'g',
      type: 'sum',
      service_names: ['other', 'shop'],
      series_count: 5,
      point_count: 6,
      last_value: 6,
    },
  ]);
});

test('a point that comes again with another value replaces the stored one, late ones find their place', async () => {
  await keep('late', [gauge('g', point(5, 1))]);
  await keep('late', [gauge('g', point(3, 2), point(5, 4))]);
  expect((await detail('late', 'g')).series[0]!.points).toMatchObject([{ value: 2 }, { value: 4 }]);
  expect((await list('late')).data).toMatchObject([{ point_count: 2, last_value: 4 }]);
});

test('the mean of a distribution is that of its newest point, and there is none without values or without their sum', async () => {
  const histogram = (name: string, ...dataPoints: object[]): object => ({
    name,
    histogram: { aggregationTemporality: 2, dataPoints },
  });
  await keep('means', [
    gauge('gauge', point(5, 1)),
    histogram('empty', { timeUnixNano: at(1), count: '0', sum: 0 }),
    histogram(
      'newest',
      { timeUnixNano: at(2), count: '4', sum: 6 },
      { timeUnixNano: at(1), count: '4', sum: 2 },
    ),
    histogram('without sum', { timeUnixNano: at(1), count: '4' }),
  ]);
  const { data } = await list('means');
  expect(data.map(({ name, last_mean }) => [name, last_mean])).toEqual([
    ['empty', null],
    ['gauge', null],
    ['newest', 1.5],
    ['without sum', null],
  ]);
});

describe('{P}/metrics/{name}, from_timestamp and to_timestamp', () => {
  beforeAll(async () => {
    await keep('range', [
      gauge('early', point(1, 1), point(2, 2), point(3, 3)),
      gauge('later', point(10, 9)),
    ]);
  });

  test.for<[query: string, values: number[]]>([
    ['?from_timestamp=2026-02-02T02:40:02Z', [2, 3]],
    ['?to_timestamp=2026-02-02T02:40:02Z', [1, 2]],
    ['?from_timestamp=2026-02-02T02:40:02Z&to_timestamp=2026-02-02T02:40:02Z', [2]],
  ])('%s bounds the points, both ends included', async ([query, values]) => {
    const { series } = await detail('range', 'early', query);
    expect(series[0]!.points).toMatchObject(values.map((value) => ({ value })));
  });

  test('leave out series without a point, and of the list metrics without one', async () => {
    const query = '?from_timestamp=2026-02-02T02:40:05Z';
    expect((await detail('range', 'early', query)).series).toEqual([]);
    const { data, meta } = await list('range', query);
    expect([data.map(({ name }) => name), meta.total_items]).toEqual([['later'], 1]);
  });

  test('that are no times are 400', async () => {
    for (const path of ['?from_timestamp=x', '/early?to_timestamp=x'])
      expect(await readError(metricsUrl('range', path))).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
  });
});

test('{P}/metrics shows every metric once, page by page, by name', async () => {
  const names = Array.from({ length: 23 }, (_, i) => `metric-${String(i).padStart(2, '0')}`);
  await keep(
    'pages',
    names.map((name) => gauge(name, point(1, 1))),
  );
  const seen: string[] = [];
  for (let page = 1; page <= 4; page++)
    seen.push(...(await list('pages', `?limit=7&page=${page}`)).data.map(({ name }) => name));
  expect(seen).toEqual(names);
});

test('names may hold anything', async () => {
  for (const name of ['a/b c', 'größe', "x'; DROP TABLE metric_series; --", '%41']) {
    await keep('names', [gauge(name, point(1, 1))]);
    expect(await detail('names', name)).toMatchObject({ name, series: [{}] });
  }
});

test('a project that spans came for keeps when it was seen', async () => {
  await store(collector.url, 'mixed', {
    spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1), start: Date.parse('2026-02-13T10:00:00Z') }],
  });
  await keep('mixed', [gauge('g', point(1, 1))]);
  const { data } = await read(ProjectList, `${collector.url}/api/v1/projects`);
  const seen = '2026-02-13T10:00:00.000000Z';
  expect(data.find(({ project_id }) => project_id === 'mixed')).toMatchObject({
    first_seen: seen,
    last_seen: seen,
  });
});

test('a metric that is not there is 404, a project without data has none', async () => {
  expect(await readError(metricsUrl('nobody', '/m'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await list('nobody')).toMatchObject({ data: [], meta: { total_items: 0 } });
});

test('more points than one answer holds are asked for by time', async () => {
  for (let part = 0; part < 6; part++) {
    const points = Array.from({ length: 10_000 }, (_, i) => point(part * 10_000 + i, i));
    await keep('many', [gauge('g', ...points)]);
  }
  expect(await readError(metricsUrl('many', '/g'))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  const { series } = await detail('many', 'g', '?from_timestamp=2026-02-02T10:00:00Z');
  expect(series[0]!.points).toHaveLength(60_000 - 26_400);
});
