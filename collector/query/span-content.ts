import { formatNanos } from '../contract/format-time.ts';
import type { Span, SpanDetail } from '../contract/spans.ts';
import { plainAttributes } from '../decode/plain-json.ts';
import type { GrowingTexts } from '../decode/growing-texts.ts';
import { identityOf } from '../decode/placeholder.ts';
import { InstrumentationScope, Resource, Span as SpanMessage } from '../decode/protocol.ts';
import type { Attributes, ScopeRecord, SpanRecord } from '../decode/records.ts';
import { readResource, readScope, readSpan } from '../decode/span-record.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import { identitiesOf } from '../messages/identities.ts';
import type { RawRecord, StoredShared } from '../store/chunks/raw-records.ts';

/** By the object that a reader hands out for all spans that were sent under it. */
const resources = new WeakMap<StoredShared, Attributes>();
const scopes = new WeakMap<StoredShared, ScopeRecord>();

/** With the ids under which the span is stored, and `texts` as `readSpan` takes them. */
export function decodeRaw({ bytes, resource, scope }: RawRecord, texts?: GrowingTexts): SpanRecord {
  const record = readSpan(
    bytes,
    once(resources, resource, () => readResource(resource.bytes)),
    once(scopes, scope, () => readScope(scope.bytes)),
    texts,
  );
  return { ...record, ...identityOf(record) };
}

function once<T>(known: WeakMap<StoredShared, T>, shared: StoredShared, read: () => T): T {
  let value = known.get(shared);
  if (value === undefined) known.set(shared, (value = read()));
  return value;
}

/** The span as it came, in the protocol's own JSON, with what it was sent under. */
export function rawSpanJson(raw: RawRecord): unknown {
  return {
    ...wireToJson(SpanMessage, raw.bytes),
    resource: { ...wireToJson(Resource, raw.resource.bytes), schemaUrl: raw.resource.schema_url },
    scope: { ...wireToJson(InstrumentationScope, raw.scope.bytes), schemaUrl: raw.scope.schema_url },
  };
}

/** A span's detail but for its log records. */
export function spanDetail(item: Span, raw: RawRecord, includeRaw: boolean): Omit<SpanDetail, 'logs'> {
  const record = decodeRaw(raw);
  return {
    ...item,
    ...identitiesOf({ span: item, record }),
    attributes: plainAttributes(record.attributes),
    resource: { attributes: plainAttributes(record.resource) },
    scope: {
      name: record.scope.name,
      version: record.scope.version,
      attributes: plainAttributes(record.scope.attributes),
    },
    events: record.events.map((event) => ({
      name: event.name,
      timestamp: formatNanos(event.timeUnixNano),
      attributes: plainAttributes(event.attributes),
    })),
    links: record.links.map((link) => ({
      trace_id: link.traceId,
      span_id: link.spanId,
      attributes: plainAttributes(link.attributes),
    })),
    ...(includeRaw ? { raw_span: rawSpanJson(raw) } : {}),
  };
}
