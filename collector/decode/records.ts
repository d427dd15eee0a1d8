/**
 * What OTLP carries, decoded. 64-bit integers are bigint, doubles are number, an AnyValue without a value is null
 * (opentelemetry-proto common.proto). Maps keep the order of the wire; of a repeated key the last one counts.
 */
export type AttributeValue =
  | string
  | boolean
  | bigint
  | number
  | null
  | Uint8Array
  | readonly AttributeValue[]
  | ReadonlyMap<string, AttributeValue>;

/** Read access to one attribute list. Reading never throws, whatever an exporter put there. */
export interface Attributes {
  has(key: string): boolean;
  get(key: string): AttributeValue | undefined;
  /** The value when it is a non-empty string. */
  string(key: string): string | undefined;
  /** The value when it is a finite number: an int, a double or a string that holds one. Precision of a double. */
  number(key: string): number | undefined;
  /** The strings of a string array; a lone string counts as an array of one. Undefined when absent or of another type. */
  strings(key: string): readonly string[] | undefined;
  keys(): Iterable<string>;
}

export interface SpanEventRecord {
  readonly name: string;
  readonly timeUnixNano: bigint;
  readonly attributes: Attributes;
}

export interface SpanLinkRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState: string;
  readonly attributes: Attributes;
}

export interface ScopeRecord {
  readonly name: string;
  readonly version: string;
  readonly attributes: Attributes;
}

/** status_code of the protocol: 0 unset, 1 ok, 2 error. Ids are lower case hex; a root has no parentSpanId. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly startUnixNano: bigint;
  readonly endUnixNano: bigint;
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly attributes: Attributes;
  readonly events: readonly SpanEventRecord[];
  readonly links: readonly SpanLinkRecord[];
  readonly resource: Attributes;
  readonly scope: ScopeRecord;
}
