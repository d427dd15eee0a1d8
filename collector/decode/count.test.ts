import { describe, expect, test } from 'vitest';
import { traceBytes, spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { estimateItems, type Signal } from './count.ts';
import { eachItem } from './export-request.ts';
import { LogDecoder } from './logs.ts';
import { MetricDecoder } from './metrics.ts';
import { TraceDecoder } from './traces.ts';
import { DecodeError, MAX_PARTS } from './wire.ts';

const NOTHING = Buffer.alloc(0);

function varint(value: number): Buffer {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}
/** A length-delimited field, `times` times. */
function field(number: number, content: Buffer, times = 1): Buffer {
  const one = Buffer.concat([varint((number << 3) | 2), varint(content.length), content]);
  return Buffer.alloc(one.length * times, one);
}

const requestOf = (items: Buffer): Buffer => field(1, field(2, items));

/** What a request of empty parts has, by the level that they are at. */
const LEVELS: readonly (readonly [of: string, signal: Signal, body: (times: number) => Buffer])[] = [
  ['resources', 'traces', (times) => field(1, NOTHING, times)],
  ['scopes', 'traces', (times) => field(1, field(2, NOTHING, times))],
  ['spans', 'traces', (times) => requestOf(field(2, NOTHING, times))],
  ['log records', 'logs', (times) => requestOf(field(2, NOTHING, times))],
  ['metrics', 'metrics', (times) => requestOf(field(2, NOTHING, times))],
  ['data points', 'metrics', (times) => requestOf(field(2, field(5, field(1, NOTHING, times))))],
];

describe.for(LEVELS)('%s without anything in them', ([, signal, bodyOf]) => {
  test('are counted past the bound only just', () => {
    expect(estimateItems(signal, bodyOf(50_000), 'protobuf', 1000)).toBe(1001);
    expect(estimateItems(signal, bodyOf(1000), 'protobuf', 1000)).toBeLessThanOrEqual(1000);
  });

  test('take no memory to count', () => {
    const body = bodyOf(400_000);
    const before = process.memoryUsage().heapUsed;
    estimateItems(signal, body, 'protobuf');
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(10);
  });
});

test('empty items take no memory to walk through', () => {
  const body = requestOf(field(2, NOTHING, 400_000));
  let [items, most] = [0, 0];
  const before = process.memoryUsage().heapUsed;
  eachItem(body, () => {
    if (items++ === 0) most = process.memoryUsage().heapUsed - before;
  });
  expect(items).toBe(400_000);
  expect(most / 1e6).toBeLessThan(10);
});

test('what is counted is what there is', () => {
  const ids = (n: number) => ({ traceId: traceIdOf(1), spanId: spanIdOf(n) });
  expect(estimateItems('traces', traceBytes({ spans: [ids(1), ids(2)] }), 'protobuf')).toBe(2);
  expect(estimateItems('logs', logBytes({ logs: [{ body: 1 }] }), 'protobuf')).toBe(1);
  const points = [1, 2, 3].map((n) => ({ timeUnixNano: metricTime(n), asInt: '1' }));
  const metrics = metricBytes([
    { name: 'g', gauge: { dataPoints: points } },
    { name: 's', sum: { dataPoints: points } },
  ]);
  expect(estimateItems('metrics', metrics, 'protobuf')).toBe(6);
});

const IDS = Buffer.concat([field(1, Buffer.alloc(16, 1)), field(2, Buffer.alloc(8, 1))]);
const decodeTraces = (body: Buffer) => new TraceDecoder().decode(body, () => {});
const decodeLogs = (body: Buffer) => new LogDecoder().decode(body, () => {});
const decodeMetrics = (body: Buffer) => new MetricDecoder().decode(body, () => {});
const span = (parts: Buffer): Buffer => requestOf(field(2, Buffer.concat([IDS, parts])));
const point = (parts: Buffer): Buffer => requestOf(field(2, field(5, field(1, parts))));

describe('more parts than anybody sends are refused', () => {
  test.for<[of: string, decode: (body: Buffer) => unknown, bodyOf: (times: number) => Buffer]>([
    ['attributes of a span', decodeTraces, (times) => span(field(9, NOTHING, times))],
    ['events', decodeTraces, (times) => span(field(11, NOTHING, times))],
    ['attributes of an event', decodeTraces, (times) => span(field(11, field(3, NOTHING, times)))],
    ['links', decodeTraces, (times) => span(field(13, NOTHING, times))],
    ['attributes of a log record', decodeLogs, (times) => requestOf(field(2, field(6, NOTHING, times)))],
    ['attributes of a data point', decodeMetrics, (times) => point(field(7, NOTHING, times))],
    ['fields of a data point', decodeMetrics, (times) => point(field(5, NOTHING, times))],
  ])('%s', ([, decode, bodyOf]) => {
    expect(() => decode(bodyOf(MAX_PARTS))).not.toThrow();
    expect(() => decode(bodyOf(MAX_PARTS + 1))).toThrow(DecodeError);
  });

  test('attributes of a resource, by the keys that they have', () => {
    const attributes = Array.from({ length: MAX_PARTS + 2 }, (_, i) =>
      field(1, field(1, Buffer.from(`${i}`))),
    );
    const bodyOf = (count: number): Buffer => field(1, field(1, Buffer.concat(attributes.slice(0, count))));
    expect(() => decodeTraces(bodyOf(MAX_PARTS))).not.toThrow();
    expect(() => decodeTraces(bodyOf(MAX_PARTS + 2))).toThrow(DecodeError);
  });
});
