import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyValues, spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { EXPORT_REQUESTS, estimateItems } from './count.ts';
import { jsonToWire } from './json-to-wire.ts';
import { readLog } from './log-record.ts';
import { LogDecoder, type WireLog } from './logs.ts';
import { readDistribution } from './metric-point.ts';
import { MetricDecoder, type WirePoint } from './metrics.ts';
import { plainAttributes } from './plain-json.ts';
import { readAttributes } from './values.ts';
import { DecodeError } from './wire.ts';

const attributes = keyValues({ text: 'x', nested: { list: [1, 'two', true, 0.5] } });
const exemplars = [
  { asInt: '1', traceId: traceIdOf(1), spanId: spanIdOf(1), filteredAttributes: attributes },
];
const times = { startTimeUnixNano: '1', timeUnixNano: '2', attributes, exemplars, flags: 0 };
const LOGS = {
  resourceLogs: [
    {
      resource: { attributes },
      scopeLogs: [
        {
          scope: { name: 's', attributes },
          logRecords: [1, 2].map((n) => ({
            timeUnixNano: String(n),
            observedTimeUnixNano: '3',
            severityNumber: 9,
            severityText: 'INFO',
            body: { kvlistValue: { values: attributes } },
            attributes,
            traceId: traceIdOf(1),
            spanId: spanIdOf(n),
            eventName: 'event',
          })),
        },
      ],
    },
  ],
};
const METRICS = {
  resourceMetrics: [
    {
      resource: { attributes },
      scopeMetrics: [
        {
          metrics: [
            { name: 'g', gauge: { dataPoints: [{ ...times, asDouble: 0.5 }] } },
            { name: 's', sum: { dataPoints: [{ ...times, asInt: '-5' }], isMonotonic: true } },
            {
              name: 'h',
              histogram: { dataPoints: [{ ...times, count: 2, bucketCounts: [1, 1], explicitBounds: [5] }] },
            },
            {
              name: 'e',
              exponentialHistogram: {
                dataPoints: [{ ...times, scale: -1, positive: { offset: 2, bucketCounts: [1, 300] } }],
              },
            },
            {
              name: 'q',
              summary: { dataPoints: [{ ...times, quantileValues: [{ quantile: 1, value: 2 }] }] },
            },
          ],
        },
      ],
    },
  ],
};

function readLogAgain(log: WireLog): void {
  const record = readLog(log.bytes);
  expect(record).toMatchObject({
    timeUnixNano: log.timeUnixNano,
    observedUnixNano: log.observedUnixNano,
    eventName: log.eventName,
  });
  expect(record.body).toEqual(log.body());
  expect(plainAttributes(record.attributes)).toEqual(plainAttributes(log.attributes));
}

function readPointAgain({ metric: { type }, attributes: list, fields }: WirePoint): void {
  plainAttributes(readAttributes(list, 0, list.length, 1));
  if (type !== 'gauge' && type !== 'sum') JSON.stringify(readDistribution(type, fields));
}

const logs = new LogDecoder();
const metrics = new MetricDecoder();
const DECODERS = [
  ['logs', LOGS, (body: Buffer, read: (log: WireLog) => void) => logs.decode(body, read), readLogAgain],
  [
    'metrics',
    METRICS,
    (body: Buffer, read: (point: WirePoint) => void) => metrics.decode(body, read),
    readPointAgain,
  ],
] as const;

describe.for(DECODERS)('%s, whatever the bytes are', ([signal, json, decode, readAgain]) => {
  const body = jsonToWire(EXPORT_REQUESTS[signal], JSON.stringify(json));

  /** Whether it is accepted; anything thrown but the decoder's own DecodeError fails the test. */
  function accepts(bytes: Buffer): boolean {
    const read = (item: WireLog & WirePoint): void => {
      try {
        readAgain(item);
      } catch (cause) {
        throw new Error(`what was stored can't be read: ${String(cause)}`, { cause });
      }
    };
    try {
      decode(bytes, read as never);
      return true;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return false;
    }
  }

  test('a changed request is refused as malformed, or every item of it can be read again', () => {
    const change = fc.tuple(
      fc.nat(body.length - 1),
      fc.oneof(fc.nat(255), fc.constantFrom(0, 0x7f, 0x80, 0xff)),
    );
    const mutated = fc.oneof(
      fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
        const bytes = Buffer.from(body);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      }),
      fc.nat(body.length).map((length) => body.subarray(0, length)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(mutated, (bytes) => {
        accepts(bytes);
        expect(estimateItems(signal, bytes, 'protobuf')).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 5000 },
    );
  });

  test('every single wire type in every place is refused, or every item can be read again', () => {
    let accepted = 0;
    for (let at = 0; at < body.length; at++)
      for (let wireType = 0; wireType < 8; wireType++) {
        const bytes = Buffer.from(body);
        bytes[at] = (bytes[at]! & ~7) | wireType;
        if (accepts(bytes)) accepted++;
      }
    expect(accepted).toBeGreaterThanOrEqual(body.length);
  });

  test('a body cut anywhere but at its end is refused', () => {
    for (let length = 1; length < body.length; length++)
      expect(accepts(body.subarray(0, length))).toBe(false);
    expect(accepts(body)).toBe(true);
  });
});
