import { ExportTraceServiceRequest } from '../decode/protocol.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';

/** A plain value, or OTLP's own AnyValue where it has one of its keys. Integers become intValue, others doubleValue. */
export type PlainValue =
  | string
  | number
  | boolean
  | bigint
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

export interface SpanSpec {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  readonly kind?: number;
  /** Milliseconds since 1970. */
  readonly start?: number;
  readonly end?: number;
  readonly attributes?: Readonly<Record<string, PlainValue>>;
  readonly events?: readonly {
    name: string;
    time?: number;
    attributes?: Readonly<Record<string, PlainValue>>;
  }[];
  readonly links?: readonly {
    traceId: string;
    spanId: string;
    attributes?: Readonly<Record<string, PlainValue>>;
  }[];
  readonly status?: { code: number; message?: string };
}

export interface RequestSpec {
  readonly resource?: Readonly<Record<string, PlainValue>>;
  readonly scope?: { name: string; version?: string };
  readonly spans: readonly SpanSpec[];
}

const nanos = (millis: number): string => String(BigInt(Math.round(millis * 1000)) * 1000n);

export function anyValue(value: PlainValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') return { intValue: String(value) };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value))
    return { arrayValue: { values: value.map((item: PlainValue) => anyValue(item)) } };
  return { kvlistValue: { values: keyValues(value as Readonly<Record<string, PlainValue>>) } };
}

export const keyValues = (attributes: Readonly<Record<string, PlainValue>> = {}): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function otlpSpan(spec: SpanSpec): object {
  const start = spec.start ?? 1_770_000_000_000;
  return {
    traceId: spec.traceId,
    spanId: spec.spanId,
    ...(spec.parentSpanId === undefined ? {} : { parentSpanId: spec.parentSpanId }),
    name: spec.name ?? 'span',
    kind: spec.kind ?? 1,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(spec.end ?? start + 100),
    attributes: keyValues(spec.attributes),
    events: (spec.events ?? []).map(({ name, time, attributes }) => ({
      name,
      timeUnixNano: nanos(time ?? start),
      attributes: keyValues(attributes),
    })),
    links: (spec.links ?? []).map(({ attributes, ...to }) => ({ ...to, attributes: keyValues(attributes) })),
    ...(spec.status ? { status: spec.status } : {}),
  };
}

/** An ExportTraceServiceRequest in OTLP JSON. */
export const traceRequest = ({ resource, scope, spans }: RequestSpec): object => ({
  resourceSpans: [
    {
      resource: { attributes: keyValues(resource ?? { 'service.name': 'test' }) },
      scopeSpans: [{ scope: scope ?? { name: 'test' }, spans: spans.map(otlpSpan) }],
    },
  ],
});

/** The same in protobuf. */
export const traceBytes = (spec: RequestSpec): Buffer =>
  jsonToWire(ExportTraceServiceRequest, JSON.stringify(traceRequest(spec)));

/** Ids that are easy to tell apart in a failed test. */
export const traceIdOf = (n: number): string => n.toString(16).padStart(32, '0');
export const spanIdOf = (n: number): string => n.toString(16).padStart(16, '0');
