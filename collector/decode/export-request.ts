import type { Attributes, ScopeRecord } from './records.ts';
import { readResource, readScope } from './span-record.ts';
import { checkValue } from './values.ts';
import { DecodeError, WIRE_BYTES, WireCursor, tagOf } from './wire.ts';

export const FIRST = tagOf(1, WIRE_BYTES);
export const SECOND = tagOf(2, WIRE_BYTES);
export const THIRD = tagOf(3, WIRE_BYTES);
/** Of a Resource. */
const ENTITY_REFS = THIRD;

export const NOTHING = Buffer.alloc(0);
export const NO_TRACE = '0'.repeat(32);
export const NO_SPAN = '0'.repeat(16);

/** A resource or scope with the bytes that are stored for it. `schemaUrl` is that of the list it stood in. */
export interface WireResource {
  readonly bytes: Buffer;
  readonly schemaUrl: string;
  readonly attributes: Attributes;
}
export interface WireScope {
  readonly bytes: Buffer;
  readonly schemaUrl: string;
  readonly record: ScopeRecord;
}

/** What items were sent under. One object for all items of a scope's list. */
export interface Origin {
  readonly resource: WireResource;
  readonly scope: WireScope;
}

export const NO_ORIGIN: Origin = {
  resource: { bytes: NOTHING, schemaUrl: '', attributes: readResource(NOTHING) },
  scope: { bytes: NOTHING, schemaUrl: '', record: readScope(NOTHING) },
};

interface StoredOrigin {
  readonly bytes: Buffer;
  readonly schema_url: string;
}

/** What stored items were sent under. */
export const storedOrigin = (resource: StoredOrigin, scope: StoredOrigin): Origin => ({
  resource: {
    bytes: resource.bytes,
    schemaUrl: resource.schema_url,
    attributes: readResource(resource.bytes),
  },
  scope: { bytes: scope.bytes, schemaUrl: scope.schema_url, record: readScope(scope.bytes) },
});

/** Items that the protocol calls invalid, and why (the first reason). */
export interface Rejected {
  count: number;
  message: string;
}

export function reject(rejected: Rejected, reason: string, count = 1): void {
  if (rejected.count === 0) rejected.message = reason;
  rejected.count += count;
}

/**
 * Walks an export request of any signal: resource list > scope list > items. `onItem` is called for each, in the order of
 * the wire. Throws a DecodeError on the first malformed byte: the caller then drops whatever it took from the request.
 */
export function eachItem(body: Buffer, onItem: (bytes: Buffer, origin: Origin) => void): void {
  for (const [start, end] of fieldsOf(body, 0, body.length, FIRST)) {
    const resource = readWireResource(body, start, end);
    for (const [scopeStart, scopeEnd] of fieldsOf(body, start, end, SECOND)) {
      const bytes = lastField(body, scopeStart, scopeEnd, FIRST);
      const schemaUrl = lastField(body, scopeStart, scopeEnd, THIRD).toString();
      const origin = { resource, scope: { bytes, schemaUrl, record: readScope(bytes) } };
      const cursor = new WireCursor(body, scopeStart, scopeEnd);
      while (!cursor.done) {
        const tag = cursor.tag();
        if (tag !== SECOND) {
          cursor.skip(tag & 7);
          continue;
        }
        const length = cursor.bytes();
        onItem(body.subarray(cursor.position - length, cursor.position), origin);
      }
    }
  }
}

function readWireResource(body: Buffer, start: number, end: number): WireResource {
  const bytes = lastField(body, start, end, FIRST);
  const schemaUrl = lastField(body, start, end, THIRD).toString();
  for (const [from, to] of fieldsOf(bytes, 0, bytes.length, ENTITY_REFS)) checkMessage(bytes, from, to);
  return { bytes, schemaUrl, attributes: readResource(bytes) };
}

/** Walks a message to its last byte; its field `attributes`, where it has one, holds KeyValue messages. */
export function checkMessage(bytes: Buffer, start: number, end: number, attributes?: number): void {
  const cursor = new WireCursor(bytes, start, end);
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== attributes) {
      cursor.skip(tag & 7);
      continue;
    }
    const length = cursor.bytes();
    const inner = new WireCursor(bytes, cursor.position - length, cursor.position);
    while (!inner.done) {
      const innerTag = inner.tag();
      if (innerTag !== SECOND) inner.skip(innerTag & 7);
      else {
        const size = inner.bytes();
        checkValue(bytes, inner.position - size, inner.position);
      }
    }
  }
}

/** Where the occurrences of one field lie in the message at `[start, end)`. Walks the whole message. */
export function fieldsOf(body: Buffer, start: number, end: number, wanted: number): [number, number][] {
  const found: [number, number][] = [];
  const cursor = new WireCursor(body, start, end);
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== wanted) {
      if (tag >>> 3 === wanted >>> 3) throw new DecodeError(`field ${tag >>> 3} has the wrong wire type`);
      cursor.skip(tag & 7);
      continue;
    }
    const length = cursor.bytes();
    found.push([cursor.position - length, cursor.position]);
  }
  return found;
}

function lastField(body: Buffer, start: number, end: number, wanted: number): Buffer {
  const last = fieldsOf(body, start, end, wanted).at(-1);
  return last ? body.subarray(last[0], last[1]) : NOTHING;
}
