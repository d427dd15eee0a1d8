import { describe, expect, test } from 'vitest';
import { keyValues } from '../testing/otlp.ts';
import { jsonToWire } from './json-to-wire.ts';
import {
  AnyValue,
  ExportLogsServiceRequest,
  ExportTraceServiceRequest,
  LogRecord,
  Span,
  type Message,
} from './protocol.ts';
import { ExportMetricsServiceRequest, Metric } from './protocol-metrics.ts';
import { DecodeError } from './wire.ts';
import { wireToJson } from './wire-to-json.ts';

/** What the protocol's JSON says of what was understood. */
const understood = (message: Message, json: string): unknown =>
  wireToJson(message, jsonToWire(message, json));

describe('every way in which OTLP JSON may be written is understood', () => {
  test('64-bit integers as text, as numbers and with more digits than a double has', () => {
    const time = (text: string): unknown => understood(Span, `{"startTimeUnixNano":${text}}`);
    expect(time('"1770921433316465123"')).toEqual({ startTimeUnixNano: '1770921433316465123' });
    expect(time('1770921433316465123')).toEqual({ startTimeUnixNano: '1770921433316465123' });
    expect(time('18446744073709551615')).toEqual({ startTimeUnixNano: '18446744073709551615' });
    expect(time('5')).toEqual({ startTimeUnixNano: '5' });
    const int = (text: string): unknown => understood(AnyValue, `{"intValue":${text}}`);
    expect(int('9007199254740993')).toEqual({ intValue: '9007199254740993' });
    expect(int('-9223372036854775808')).toEqual({ intValue: '-9223372036854775808' });
    expect(int('-9007199254740993')).toEqual({ intValue: '-9007199254740993' });
    expect(int('-0')).toEqual({ intValue: '0' });
  });

  test('a long number in one place leaves numbers in others as they are', () => {
    const span = `{"startTimeUnixNano": 1770921433316465123, "kind": 2, "name": ":1770921433316465123",
      "attributes": [{"key": "d", "value": {"doubleValue": 12345678901234567890}}, {"key": "e", "value": {"doubleValue": 1.5e18}}]}`;
    expect(understood(Span, span)).toEqual({
      startTimeUnixNano: '1770921433316465123',
      kind: 2,
      name: ':1770921433316465123',
      attributes: [
        { key: 'd', value: { doubleValue: 12345678901234567000 } },
        { key: 'e', value: { doubleValue: 1.5e18 } },
      ],
    });
  });

  test('snake_case keys', () => {
    const snake = `{"resource_spans":[{"scope_spans":[{"spans":[{"trace_id":"0a","parent_span_id":"0b",
      "start_time_unix_nano":"1","dropped_attributes_count":2,"attributes":[{"key":"k","value":{"string_value":"v"}},
      {"key":"l","value":{"kvlist_value":{"values":[]}}}]}],"schema_url":"u"}]}]}`;
    const span = {
      traceId: '0a',
      parentSpanId: '0b',
      startTimeUnixNano: '1',
      droppedAttributesCount: 2,
      attributes: [
        { key: 'k', value: { stringValue: 'v' } },
        { key: 'l', value: { kvlistValue: {} } },
      ],
    };
    expect(understood(ExportTraceServiceRequest, snake)).toEqual({
      resourceSpans: [{ scopeSpans: [{ spans: [span], schemaUrl: 'u' }] }],
    });
  });

  test.for<[today: string, of: string, items: string, request: Message]>([
    ['scopeSpans', 'instrumentationLibrarySpans', 'spans', ExportTraceServiceRequest],
    ['scopeLogs', 'instrumentationLibraryLogs', 'logRecords', ExportLogsServiceRequest],
    ['scopeMetrics', 'instrumentationLibraryMetrics', 'metrics', ExportMetricsServiceRequest],
  ])('what is %s today as %s', ([today, of, items, request]) => {
    const list = today.replace('scope', 'resource');
    const sent = (scopes: string, scope: string): string =>
      JSON.stringify({ [list]: [{ [scopes]: [{ [scope]: { name: 'n' }, [items]: [{}] }] }] });
    const meant = { [list]: [{ [today]: [{ scope: { name: 'n' }, [items]: [{}] }] }] };
    expect(understood(request, sent(of, 'instrumentationLibrary'))).toEqual(meant);
    const snake = of.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(understood(request, sent(snake, 'instrumentation_library'))).toEqual(meant);
  });

  test('enums as names and as numbers, known and unknown', () => {
    const json = '{"kind":"SPAN_KIND_CLIENT","status":{"code":"STATUS_CODE_ERROR"}}';
    expect(understood(Span, json)).toEqual({ kind: 3, status: { code: 2 } });
    expect(understood(Span, '{"kind":3}')).toEqual({ kind: 3 });
    expect(understood(Span, '{"kind":99,"status":{"code":-1}}')).toEqual({ kind: 99, status: { code: -1 } });
    expect(understood(LogRecord, '{"severityNumber":"SEVERITY_NUMBER_WARN2"}')).toEqual({
      severityNumber: 14,
    });
    expect(understood(Metric, '{"sum":{"aggregationTemporality":"AGGREGATION_TEMPORALITY_DELTA"}}')).toEqual({
      sum: { aggregationTemporality: 1 },
    });
  });

  test('null as absent, anywhere', () => {
    const json = '{"name":null,"status":null,"attributes":[{"key":"k","value":null}],"events":null}';
    expect(understood(Span, json)).toEqual({ attributes: [{ key: 'k' }] });
  });

  test('doubles as numbers and as text', () => {
    for (const [text, value] of [
      ['1', 1],
      ['1e3', 1000],
      ['"0.25"', 0.25],
      ['"+.5E-2"', 0.005],
      ['"5."', 5],
      ['"NaN"', 'NaN'],
      ['"-Infinity"', '-Infinity'],
    ])
      expect(understood(AnyValue, `{"doubleValue":${text}}`)).toEqual({ doubleValue: value });
  });

  test('ids in hex of either case', () => {
    expect(understood(Span, '{"traceId":"0AF7","spanId":""}')).toEqual({ traceId: '0af7', spanId: '' });
  });

  test('keys that the protocol does not know are ignored, however deep they go', () => {
    const json = `{"name":"n","vendorField":{"a":[1,{"b":null}]},"constructor":1,"__proto__":{"kind":3},
      "status":{"extra":true}}`;
    expect(understood(Span, json)).toEqual({ name: 'n', status: {} });
  });

  test('text beyond ASCII', () => {
    const name = 'ünï — 🙂 \u0000 \u2028';
    expect(understood(Span, JSON.stringify({ name }))).toEqual({ name });
    expect(understood(Span, String.raw`{"name":"\ud83d\ude42"}`)).toEqual({ name: '🙂' });
    expect(understood(Span, String.raw`{"name":"cut \ud83d"}`)).toEqual({ name: 'cut \ufffd' });
  });
});

describe('JSON that does not fit the protocol is refused, with the place', () => {
  test.for<[name: string, message: Message, json: string, says: string]>([
    ['no JSON', Span, '{"name":', 'invalid JSON'],
    ['nothing', Span, '', 'invalid JSON'],
    ['two values', Span, '{}{}', 'invalid JSON'],
    ['a list', ExportTraceServiceRequest, '[]', 'ExportTraceServiceRequest must be an object'],
    ['text', ExportLogsServiceRequest, '"{}"', 'ExportLogsServiceRequest must be an object'],
    ['null', ExportMetricsServiceRequest, 'null', 'ExportMetricsServiceRequest must be an object'],
    ['a number', Span, '5', 'Span must be an object'],
    ['a list for a message', Span, '{"status":[]}', 'Span.status must be an object'],
    ['a list for text', Span, '{"name":["a"]}', 'Span.name must be a string'],
    ['a list for a number', Span, '{"startTimeUnixNano":[1]}', 'Span.startTimeUnixNano must be an integer'],
    ['a message for a list', Span, '{"attributes":{}}', 'Span.attributes must be a list'],
    ['null in a list', Span, '{"attributes":[null]}', 'Span.attributes must be an object'],
    ['a number for text', Span, '{"name":1}', 'Span.name must be a string'],
    ['a number for an id', Span, '{"traceId":1}', 'Span.traceId must be a string'],
    ['a name of no enum', Span, '{"kind":"CLIENT"}', "Span.kind must be an enum's name or number"],
    ['an inherited name', Span, '{"kind":"constructor"}', "Span.kind must be an enum's name or number"],
    ['a fraction for an enum', Span, '{"kind":1.5}', "Span.kind must be an enum's name or number"],
    ['an enum past 32 bits', Span, '{"kind":2147483648}', "Span.kind must be an enum's name or number"],
    ['nothing for a double', AnyValue, '{"doubleValue":" "}', 'AnyValue.doubleValue must be a number'],
    ['a lone digit of base64', AnyValue, '{"bytesValue":"AAAAA"}', 'AnyValue.bytesValue is no base64'],
    ['a fraction for an integer', AnyValue, '{"intValue":1.5}', 'AnyValue.intValue must be an integer'],
    ['words for an integer', AnyValue, '{"intValue":"one"}', 'AnyValue.intValue must be an integer'],
    ['an integer past 64 bits', AnyValue, '{"intValue":"9223372036854775808"}', 'out of range'],
    ['a bare integer past 64 bits', AnyValue, '{"intValue":-9223372036854775809}', 'out of range'],
    ['a negative time', Span, '{"startTimeUnixNano":-1}', 'out of range'],
    ['a count past 32 bits', Span, '{"droppedLinksCount":4294967296}', 'must be an integer of 32 bits'],
    ['a negative count', Span, '{"droppedLinksCount":-1}', 'must be an integer of 32 bits'],
    ['text for a double', AnyValue, '{"doubleValue":"much"}', 'AnyValue.doubleValue must be a number'],
    ['hex for a double', AnyValue, '{"doubleValue":"0x10"}', 'AnyValue.doubleValue must be a number'],
    ['text for true', AnyValue, '{"boolValue":"true"}', 'AnyValue.boolValue must be true or false'],
    [
      'deep inside',
      ExportTraceServiceRequest,
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":7}]}]}]}',
      'ExportTraceServiceRequest.resourceSpans.scopeSpans.spans.name must be a string',
    ],
  ])('%s', ([, message, json, says]) => {
    expect(() => jsonToWire(message, json)).toThrow(DecodeError);
    expect(() => jsonToWire(message, json)).toThrow(says);
  });
});

test('a body of JSON and the same in protobuf are the same bytes behind', () => {
  const span = { name: 'n', attributes: keyValues({ a: 1, b: ['x'] }), events: [{ name: 'e' }] };
  const bytes = jsonToWire(Span, JSON.stringify(span));
  expect(jsonToWire(Span, JSON.stringify(wireToJson(Span, bytes)))).toEqual(bytes);
});

test('a field of another wire type is unknown: it has no JSON', () => {
  const nameAsNumber = [0x28, 1];
  const kindAsText = [0x32, 1, 0x41];
  const flagsAsNumber = [0x80, 0x01, 7];
  const droppedLinks = [0x70, 3];
  const bytes = Buffer.from([nameAsNumber, kindAsText, flagsAsNumber, droppedLinks].flat());
  expect(wireToJson(Span, bytes)).toEqual({ droppedLinksCount: 3 });
});

test('of a 32-bit number written longer the lower 32 bits count', () => {
  const tenBytes = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
  expect(wireToJson(Span, Buffer.from([0x50, ...tenBytes]))).toEqual({ droppedAttributesCount: 0xffff_ffff });
});
