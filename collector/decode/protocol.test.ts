import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import protobuf from 'protobufjs';
import { describe, expect, test } from 'vitest';
import { EXPORT_REQUESTS, type Signal } from './count.ts';
import { jsonToWire } from './json-to-wire.ts';
import type { Field, Message } from './protocol.ts';
import { wireToJson } from './wire-to-json.ts';

/** The OTLP messages once more, as protobufjs reads them: opentelemetry-proto 1.10 without its comments. */
const { root } = protobuf.parse(`syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3;
  double double_value = 4; ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7; } }
message ArrayValue { repeated AnyValue values = 1; }
message KeyValueList { repeated KeyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3;
  uint32 dropped_attributes_count = 4; }
message EntityRef { string schema_url = 1; string type = 2; repeated string id_keys = 3;
  repeated string description_keys = 4; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2;
  repeated EntityRef entity_refs = 3; }

message TracesRequest { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4;
  fixed32 flags = 16; string name = 5; SpanKind kind = 6; fixed64 start_time_unix_nano = 7;
  fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; uint32 dropped_attributes_count = 10;
  repeated Event events = 11; uint32 dropped_events_count = 12; repeated Link links = 13;
  uint32 dropped_links_count = 14; Status status = 15; }
enum SpanKind { SPAN_KIND_UNSPECIFIED = 0; SPAN_KIND_INTERNAL = 1; SPAN_KIND_SERVER = 2; SPAN_KIND_CLIENT = 3;
  SPAN_KIND_PRODUCER = 4; SPAN_KIND_CONSUMER = 5; }
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3;
  uint32 dropped_attributes_count = 4; }
message Link { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4;
  uint32 dropped_attributes_count = 5; fixed32 flags = 6; }
message Status { string message = 2; StatusCode code = 3; }
enum StatusCode { STATUS_CODE_UNSET = 0; STATUS_CODE_OK = 1; STATUS_CODE_ERROR = 2; }

message LogsRequest { repeated ResourceLogs resource_logs = 1; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
message LogRecord { fixed64 time_unix_nano = 1; fixed64 observed_time_unix_nano = 11;
  SeverityNumber severity_number = 2; string severity_text = 3; AnyValue body = 5; repeated KeyValue attributes = 6;
  uint32 dropped_attributes_count = 7; fixed32 flags = 8; bytes trace_id = 9; bytes span_id = 10;
  string event_name = 12; }
enum SeverityNumber { SEVERITY_NUMBER_UNSPECIFIED = 0; ${['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']
  .flatMap((level) => ['', 2, 3, 4].map((step) => `SEVERITY_NUMBER_${level}${step}`))
  .map((name, i) => `${name} = ${i + 1};`)
  .join(' ')} }

message MetricsRequest { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
message ScopeMetrics { InstrumentationScope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
message Metric { string name = 1; string description = 2; string unit = 3; oneof data { Gauge gauge = 5; Sum sum = 7;
  Histogram histogram = 9; ExponentialHistogram exponential_histogram = 10; Summary summary = 11; }
  repeated KeyValue metadata = 12; }
message Gauge { repeated NumberDataPoint data_points = 1; }
message Sum { repeated NumberDataPoint data_points = 1; AggregationTemporality aggregation_temporality = 2;
  bool is_monotonic = 3; }
message Histogram { repeated HistogramDataPoint data_points = 1; AggregationTemporality aggregation_temporality = 2; }
message ExponentialHistogram { repeated ExponentialHistogramDataPoint data_points = 1;
  AggregationTemporality aggregation_temporality = 2; }
message Summary { repeated SummaryDataPoint data_points = 1; }
enum AggregationTemporality { AGGREGATION_TEMPORALITY_UNSPECIFIED = 0; AGGREGATION_TEMPORALITY_DELTA = 1;
  AGGREGATION_TEMPORALITY_CUMULATIVE = 2; }
message NumberDataPoint { repeated KeyValue attributes = 7; fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3; oneof value { double as_double = 4; sfixed64 as_int = 6; }
  repeated Exemplar exemplars = 5; uint32 flags = 8; }
message HistogramDataPoint { repeated KeyValue attributes = 9; fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5; repeated fixed64 bucket_counts = 6;
  repeated double explicit_bounds = 7; repeated Exemplar exemplars = 8; uint32 flags = 10; optional double min = 11;
  optional double max = 12; }
message ExponentialHistogramDataPoint { repeated KeyValue attributes = 1; fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5; sint32 scale = 6; fixed64 zero_count = 7;
  Buckets positive = 8; Buckets negative = 9; uint32 flags = 10; repeated Exemplar exemplars = 11;
  optional double min = 12; optional double max = 13; double zero_threshold = 14; }
message Buckets { sint32 offset = 1; repeated uint64 bucket_counts = 2; }
message SummaryDataPoint { repeated KeyValue attributes = 7; fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3; fixed64 count = 4; double sum = 5; repeated ValueAtQuantile quantile_values = 6;
  uint32 flags = 8; }
message ValueAtQuantile { double quantile = 1; double value = 2; }
message Exemplar { repeated KeyValue filtered_attributes = 7; fixed64 time_unix_nano = 2;
  oneof value { double as_double = 3; sfixed64 as_int = 6; } bytes span_id = 4; bytes trace_id = 5; }
`);
root.resolveAll();

const REQUESTS: Readonly<Record<Signal, protobuf.Type>> = {
  traces: root.lookupType('TracesRequest'),
  logs: root.lookupType('LogsRequest'),
  metrics: root.lookupType('MetricsRequest'),
};
const SIGNALS = ['traces', 'logs', 'metrics'] as const;
const OF_A_SUM = new Set(['aggregationTemporality', 'isMonotonic']);
const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

type Json = { readonly [key: string]: unknown };

/** Every place where the table says other than protobufjs; `at` is the way there. */
function differences(message: Message, type: protobuf.Type, at: string, seen = new Set<string>()): string[] {
  if (seen.has(type.name)) return [];
  seen.add(type.name);
  const names = new Set([...message.byNumber.values()].map(({ name }) => name));
  const missing = type.fieldsArray.filter(({ name }) => !names.has(name)).map(({ name }) => `${at}.${name}`);
  return missing.concat(
    [...message.byNumber.values()].flatMap((field) =>
      fieldDifferences(field, type.fields[field.name]?.resolve(), `${at}.${field.name}`, seen),
    ),
  );
}

function fieldDifferences(
  { name, number, type, repeated }: Field,
  known: protobuf.Field | undefined,
  at: string,
  seen: Set<string>,
): string[] {
  // Every kind of metric has the table of the largest, a sum.
  if (known === undefined) return OF_A_SUM.has(name) ? [] : [at];
  if (known.id !== number || known.repeated !== repeated) return [at];
  const { resolvedType } = known;
  if (typeof type === 'string') {
    const isId = type === 'id';
    return known.type === (isId ? 'bytes' : type) && isId === IDS.has(name) ? [] : [at];
  }
  if ('names' in type)
    return resolvedType instanceof protobuf.Enum && isDeepStrictEqual({ ...resolvedType.values }, type.names)
      ? []
      : [at];
  return resolvedType instanceof protobuf.Type ? differences(type, resolvedType, at, seen) : [at];
}

const digits = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map(String);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.constantFrom('NaN', 'Infinity', '-Infinity'),
);
const bytes = fc.uint8Array({ maxLength: 20 }).map((value) => Buffer.from(value));
const uint32 = fc.nat(0xffff_ffff);
const int64 = digits(-(2n ** 63n), 2n ** 63n - 1n);
const uint64 = digits(0n, 2n ** 64n - 1n);
const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    .filter((text) => text.isWellFormed()),
  bytes: bytes.map((value) => value.toString('base64')),
  bool: fc.boolean(),
  double: number,
  uint32,
  fixed32: uint32,
  sint32: fc.integer(),
  int64,
  sfixed64: int64,
  uint64,
  fixed64: uint64,
};

/** Any message of the type in the protocol's own JSON, with whatever fields. */
const arbitraries = new Map<string, fc.Arbitrary<Json>>();
function messages(type: protobuf.Type, depth: number): fc.Arbitrary<Json> {
  const key = `${type.name}/${depth}`;
  const known = arbitraries.get(key);
  if (known) return known;
  const fields = type.fieldsArray.filter(
    ({ resolvedType }) => depth > 0 || !(resolvedType instanceof protobuf.Type),
  );
  const made = fc
    .record(Object.fromEntries(fields.map((field) => [field.name, values(field, depth)])), {
      requiredKeys: [],
    })
    .map((json) => withOneOfEach(type, json));
  arbitraries.set(key, made);
  return made;
}

function values(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  const { resolvedType } = field;
  let one: fc.Arbitrary<unknown>;
  if (resolvedType instanceof protobuf.Type) one = messages(resolvedType, depth - 1);
  else if (resolvedType instanceof protobuf.Enum)
    one = fc.constantFrom(...Object.values(resolvedType.values));
  else one = IDS.has(field.name) ? bytes.map((value) => value.toString('hex')) : SCALARS[field.type]!;
  return field.repeated ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
}

/** A oneof holds one of its fields: the first that was drawn. */
function withOneOfEach(type: protobuf.Type, json: Json): Json {
  const dropped = new Set(
    type.oneofsArray.flatMap(({ fieldsArray }) =>
      fieldsArray
        .map(({ name }) => name)
        .filter((name) => Object.hasOwn(json, name))
        .slice(1),
    ),
  );
  return Object.fromEntries(Object.entries(json).filter(([name]) => !dropped.has(name)));
}

/** Ids in hex are OTLP's own: protobufjs wants their bytes. */
const forProtobufjs = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withIdBytes(value, name)]));

function withIdBytes(value: unknown, name: string): unknown {
  if (IDS.has(name)) return Buffer.from(value as string, 'hex');
  if (Array.isArray(value)) return value.map((item: unknown) => withIdBytes(item, ''));
  return typeof value === 'object' && value !== null ? forProtobufjs(value as Json) : value;
}

describe.for(SIGNALS)('%s', (signal) => {
  const type = REQUESTS[signal];
  const table = EXPORT_REQUESTS[signal];

  test('the table has every field with its number and type', () => {
    expect(differences(table, type, signal)).toEqual([]);
  });

  test('JSON becomes the bytes that protobufjs would read as the same message', () => {
    fc.assert(
      fc.property(messages(type, 7), (json) => {
        const expected = type.fromObject(forProtobufjs(json));
        expect(type.toObject(type.decode(jsonToWire(table, JSON.stringify(json))))).toEqual(
          type.toObject(expected),
        );
      }),
    );
  });

  test('bytes that protobufjs wrote become JSON of the same message', () => {
    fc.assert(
      fc.property(messages(type, 7), (json) => {
        const written = type.encode(type.fromObject(forProtobufjs(json))).finish();
        const read = forProtobufjs(wireToJson(table, Buffer.from(written)));
        expect(type.toObject(type.fromObject(read))).toEqual(type.toObject(type.decode(written)));
      }),
    );
  });

  test('JSON to bytes and back is the same JSON', () => {
    fc.assert(
      fc.property(messages(type, 7), (json) => {
        expect(wireToJson(table, jsonToWire(table, JSON.stringify(json)))).toEqual(json);
      }),
    );
  });
});
