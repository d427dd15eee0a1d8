import protobuf from 'protobufjs';
import { describe, expect, test } from 'vitest';
import { encodeExportResponse, encodeRetryStatus, encodeStatus } from './answers.ts';
import { EXPORT_REQUESTS, estimateItems, type Signal } from './count.ts';
import { jsonToWire } from './json-to-wire.ts';

const { root } = protobuf.parse(`syntax = "proto3";
message TracesResponse { TracesPartial partial_success = 1; }
message TracesPartial { int64 rejected_spans = 1; string error_message = 2; }
message LogsResponse { LogsPartial partial_success = 1; }
message LogsPartial { int64 rejected_log_records = 1; string error_message = 2; }
message MetricsResponse { MetricsPartial partial_success = 1; }
message MetricsPartial { int64 rejected_data_points = 1; string error_message = 2; }
message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
message Any { string type_url = 1; bytes value = 2; }
message RetryInfo { Duration retry_delay = 1; }
message Duration { int64 seconds = 1; int32 nanos = 2; }`);

const decode = (name: string, bytes: Uint8Array): unknown => {
  const type = root.lookupType(name);
  return type.toObject(type.decode(bytes), { longs: Number });
};

const RESPONSES = [
  ['traces', 'TracesResponse', 'rejectedSpans'],
  ['logs', 'LogsResponse', 'rejectedLogRecords'],
  ['metrics', 'MetricsResponse', 'rejectedDataPoints'],
] as const satisfies readonly (readonly [Signal, string, string])[];

describe.for(RESPONSES)('the answer to %s', ([signal, type, field]) => {
  test('is empty when all was taken', () => {
    const partial = { rejected: 0, message: '' };
    expect(encodeExportResponse(signal, 'protobuf', partial)).toHaveLength(0);
    expect(encodeExportResponse(signal, 'json', partial).toString()).toBe('{}');
  });

  test('counts what was rejected and says why', () => {
    const partial = { rejected: 3, message: 'trace id is all zero' };
    const partialSuccess = { [field]: 3, errorMessage: partial.message };
    expect(decode(type, encodeExportResponse(signal, 'protobuf', partial))).toEqual({ partialSuccess });
    expect(JSON.parse(encodeExportResponse(signal, 'json', partial).toString())).toEqual({
      partialSuccess: { ...partialSuccess, [field]: '3' },
    });
  });

  test('can warn without rejecting', () => {
    const bytes = encodeExportResponse(signal, 'protobuf', { rejected: 0, message: 'ünusual' });
    expect(decode(type, bytes)).toEqual({ partialSuccess: { errorMessage: 'ünusual' } });
  });
});

test('a status holds the code and the message', () => {
  expect(decode('Status', encodeStatus(3, 'no valid OTLP'))).toEqual({ code: 3, message: 'no valid OTLP' });
});

test('a status that asks for a retry says after how many seconds', () => {
  const status = decode('Status', encodeRetryStatus(14, 'full', 7)) as {
    details: { typeUrl: string; value: Uint8Array }[];
  };
  expect(status).toMatchObject({
    code: 14,
    message: 'full',
    details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }],
  });
  expect(decode('RetryInfo', status.details[0]!.value)).toEqual({ retryDelay: { seconds: 7 } });
});

describe('counting without decoding', () => {
  const traces = {
    resourceSpans: [
      {
        scopeSpans: [
          { spans: [{ spanId: '01' }, { spanId: '02', links: [] }] },
          { spans: [{ spanId: '03' }] },
        ],
      },
      { scopeSpans: [{ spans: [{ spanId: '04' }] }] },
      {},
    ],
  };
  const point = { asInt: 1 };
  const metrics = [
    { gauge: { dataPoints: [point, point] } },
    { sum: { dataPoints: [point] } },
    { histogram: { dataPoints: [{}] } },
    { exponentialHistogram: { dataPoints: [{}] } },
    { summary: { dataPoints: [{}, {}] } },
    { name: 'empty' },
  ];
  const wire = (signal: Signal, json: object): Buffer =>
    jsonToWire(EXPORT_REQUESTS[signal], JSON.stringify(json));

  test('spans of a traces request', () => {
    expect(estimateItems('traces', wire('traces', traces), 'protobuf')).toBe(4);
    expect(estimateItems('traces', Buffer.from(JSON.stringify(traces)), 'json')).toBe(4);
    expect(estimateItems('traces', Buffer.from('{"span_id":"01"},{"span_id":"02"}'), 'json')).toBe(2);
  });

  test('a body that is no request is estimated without an error', () => {
    expect(estimateItems('traces', Buffer.from([0x0a, 0xff]), 'protobuf')).toBe(0);
    expect(estimateItems('traces', Buffer.alloc(0), 'protobuf')).toBe(0);
    expect(estimateItems('traces', Buffer.from('{'), 'json')).toBe(0);
  });

  test('log records and data points of every kind', () => {
    const time = { timeUnixNano: '1' };
    const logs = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [time, time] }, { logRecords: [time] }] }],
    };
    const request = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };
    expect(estimateItems('logs', wire('logs', logs), 'protobuf')).toBe(3);
    expect(estimateItems('logs', Buffer.from(JSON.stringify(logs)), 'json')).toBe(3);
    expect(estimateItems('metrics', wire('metrics', request), 'protobuf')).toBe(7);
    const timed = JSON.stringify(request).replaceAll('{"asInt":1}', '{"time_unix_nano":1}');
    expect(estimateItems('metrics', Buffer.from(timed), 'json')).toBe(3);
  });
});
