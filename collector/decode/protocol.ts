/**
 * The OTLP messages as tables: field name in the protocol's JSON, number, type. One table serves reading JSON, writing
 * JSON and counting (opentelemetry-proto 1.10). Unknown protobuf fields stay in the stored bytes; unknown JSON keys
 * are ignored, as OTLP says.
 */
export type ScalarType =
  | 'string'
  | 'bytes'
  | 'id'
  | 'bool'
  | 'double'
  | 'uint32'
  | 'fixed32'
  | 'sint32'
  | 'int64'
  | 'uint64'
  | 'fixed64'
  | 'sfixed64';

export interface EnumType {
  readonly names: Readonly<Record<string, number>>;
}

export interface Field {
  readonly name: string;
  readonly number: number;
  readonly type: ScalarType | EnumType | Message;
  readonly repeated: boolean;
}

export interface Message {
  readonly name: string;
  readonly byName: ReadonlyMap<string, Field>;
  readonly byNumber: ReadonlyMap<number, Field>;
}

type FieldRow = readonly [
  name: string,
  number: number,
  type: ScalarType | EnumType | Message,
  repeated?: 'repeated',
];

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What OTLP before 0.19 called them in JSON. In protobuf the lists had a field of their own, with the same messages. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  scope: 'instrumentationLibrary',
  scopeSpans: 'instrumentationLibrarySpans',
  scopeLogs: 'instrumentationLibraryLogs',
  scopeMetrics: 'instrumentationLibraryMetrics',
};

/** That of all three lists. */
export const OLD_SCOPES_FIELD = 1000;

function fill(message: Message, rows: readonly FieldRow[]): void {
  const byName = message.byName as Map<string, Field>;
  const byNumber = message.byNumber as Map<number, Field>;
  for (const [name, number, type, repeated] of rows) {
    const field: Field = { name, number, type, repeated: repeated !== undefined };
    for (const one of [name, OLD_NAMES[name] ?? name]) byName.set(one, field).set(snakeCase(one), field);
    byNumber.set(number, field);
  }
}

const empty = (name: string): Message => ({ name, byName: new Map(), byNumber: new Map() });

export function message(name: string, rows: readonly FieldRow[]): Message {
  const made = empty(name);
  fill(made, rows);
  return made;
}

export const AnyValue = empty('AnyValue');
export const KeyValue = message('KeyValue', [
  ['key', 1, 'string'],
  ['value', 2, AnyValue],
]);
const ArrayValue = message('ArrayValue', [['values', 1, AnyValue, 'repeated']]);
export const KeyValueList = message('KeyValueList', [['values', 1, KeyValue, 'repeated']]);
fill(AnyValue, [
  ['stringValue', 1, 'string'],
  ['boolValue', 2, 'bool'],
  ['intValue', 3, 'int64'],
  ['doubleValue', 4, 'double'],
  ['arrayValue', 5, ArrayValue],
  ['kvlistValue', 6, KeyValueList],
  ['bytesValue', 7, 'bytes'],
]);

const EntityRef = message('EntityRef', [
  ['schemaUrl', 1, 'string'],
  ['type', 2, 'string'],
  ['idKeys', 3, 'string', 'repeated'],
  ['descriptionKeys', 4, 'string', 'repeated'],
]);
export const Resource = message('Resource', [
  ['attributes', 1, KeyValue, 'repeated'],
  ['droppedAttributesCount', 2, 'uint32'],
  ['entityRefs', 3, EntityRef, 'repeated'],
]);
export const InstrumentationScope = message('InstrumentationScope', [
  ['name', 1, 'string'],
  ['version', 2, 'string'],
  ['attributes', 3, KeyValue, 'repeated'],
  ['droppedAttributesCount', 4, 'uint32'],
]);

const SpanKind: EnumType = {
  names: {
    SPAN_KIND_UNSPECIFIED: 0,
    SPAN_KIND_INTERNAL: 1,
    SPAN_KIND_SERVER: 2,
    SPAN_KIND_CLIENT: 3,
    SPAN_KIND_PRODUCER: 4,
    SPAN_KIND_CONSUMER: 5,
  },
};
const StatusCode: EnumType = {
  names: { STATUS_CODE_UNSET: 0, STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2 },
};
const Status = message('Status', [
  ['message', 2, 'string'],
  ['code', 3, StatusCode],
]);
const SpanEvent = message('Event', [
  ['timeUnixNano', 1, 'fixed64'],
  ['name', 2, 'string'],
  ['attributes', 3, KeyValue, 'repeated'],
  ['droppedAttributesCount', 4, 'uint32'],
]);
const SpanLink = message('Link', [
  ['traceId', 1, 'id'],
  ['spanId', 2, 'id'],
  ['traceState', 3, 'string'],
  ['attributes', 4, KeyValue, 'repeated'],
  ['droppedAttributesCount', 5, 'uint32'],
  ['flags', 6, 'fixed32'],
]);
export const Span = message('Span', [
  ['traceId', 1, 'id'],
  ['spanId', 2, 'id'],
  ['traceState', 3, 'string'],
  ['parentSpanId', 4, 'id'],
  ['flags', 16, 'fixed32'],
  ['name', 5, 'string'],
  ['kind', 6, SpanKind],
  ['startTimeUnixNano', 7, 'fixed64'],
  ['endTimeUnixNano', 8, 'fixed64'],
  ['attributes', 9, KeyValue, 'repeated'],
  ['droppedAttributesCount', 10, 'uint32'],
  ['events', 11, SpanEvent, 'repeated'],
  ['droppedEventsCount', 12, 'uint32'],
  ['links', 13, SpanLink, 'repeated'],
  ['droppedLinksCount', 14, 'uint32'],
  ['status', 15, Status],
]);

const scoped = (name: string, list: string, item: Message): Message =>
  message(name, [
    ['scope', 1, InstrumentationScope],
    [list, 2, item, 'repeated'],
    ['schemaUrl', 3, 'string'],
  ]);
function byResource(name: string, list: string, item: Message): Message {
  const made = message(name, [
    ['resource', 1, Resource],
    [list, 2, item, 'repeated'],
    ['schemaUrl', 3, 'string'],
  ]);
  (made.byNumber as Map<number, Field>).set(OLD_SCOPES_FIELD, made.byName.get(list)!);
  return made;
}
export const request = (
  name: string,
  list: string,
  scopedList: string,
  itemList: string,
  item: Message,
): Message =>
  message(name, [[list, 1, byResource(list, scopedList, scoped(scopedList, itemList, item)), 'repeated']]);

export const ExportTraceServiceRequest = request(
  'ExportTraceServiceRequest',
  'resourceSpans',
  'scopeSpans',
  'spans',
  Span,
);

const SeverityNumber: EnumType = {
  names: Object.fromEntries([
    ['SEVERITY_NUMBER_UNSPECIFIED', 0],
    ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((level, i) =>
      ['', '2', '3', '4'].map((step, j): [string, number] => [
        `SEVERITY_NUMBER_${level}${step}`,
        i * 4 + j + 1,
      ]),
    ),
  ]),
};
export const LogRecord = message('LogRecord', [
  ['timeUnixNano', 1, 'fixed64'],
  ['observedTimeUnixNano', 11, 'fixed64'],
  ['severityNumber', 2, SeverityNumber],
  ['severityText', 3, 'string'],
  ['body', 5, AnyValue],
  ['attributes', 6, KeyValue, 'repeated'],
  ['droppedAttributesCount', 7, 'uint32'],
  ['flags', 8, 'fixed32'],
  ['traceId', 9, 'id'],
  ['spanId', 10, 'id'],
  ['eventName', 12, 'string'],
]);
export const ExportLogsServiceRequest = request(
  'ExportLogsServiceRequest',
  'resourceLogs',
  'scopeLogs',
  'logRecords',
  LogRecord,
);
