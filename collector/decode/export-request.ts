import { OLD_SCOPES_FIELD } from './protocol.ts';
import type { Attributes, ScopeRecord } from './records.ts';
import { readResource, readScope } from './span-record.ts';
import { checkValue } from './values.ts';
import { MAX_PARTS, WIRE_BYTES, WireCursor, tagOf, tooManyParts } from './wire.ts';

export const FIRST = tagOf(1, WIRE_BYTES);
export const SECOND = tagOf(2, WIRE_BYTES);
const THIRD = tagOf(3, WIRE_BYTES);
/** Where OTLP before 0.19 has the scopes of a resource: their messages are the same. */
export const OLD_SCOPES = tagOf(OLD_SCOPES_FIELD, WIRE_BYTES);
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

/** Items that the protocol calls invalid, and why. */
export interface Rejected {
  readonly count: number;
  readonly message: string;
}

/** Reasons that are told of one request: they hold lengths of ids, of which there may be any number. */
const MAX_REASONS = 5;

/** Gathers what is rejected of one request, with each reason that there is. */
export class Rejections {
  #count = 0;
  readonly #reasons = new Map<string, number>();

  add(reason: string): void {
    this.#count++;
    const before = this.#reasons.get(reason) ?? 0;
    if (before > 0 || this.#reasons.size < MAX_REASONS) this.#reasons.set(reason, before + 1);
  }

  /** A reason that is the only one stands as it is; of several each says of how many it is. */
  told(): Rejected {
    const told = [...this.#reasons];
    if (told.length <= 1) return { count: this.#count, message: told[0]?.[0] ?? '' };
    const others = this.#count - told.reduce((sum, [, count]) => sum + count, 0);
    const parts = told.map(([reason, count]) => `${reason} (${count})`);
    if (others > 0) parts.push(`other reasons (${others})`);
    return { count: this.#count, message: parts.join('; ') };
  }
}

/**
 * Walks an export request of any signal: resource list > scope list > items. `onItem` is called for each, in the order of
 * the wire. Throws a DecodeError on the first malformed byte: the caller then drops whatever it took from the request.
 */
export function eachItem(body: Buffer, onItem: (bytes: Buffer, origin: Origin) => void): void {
  const [resources, scopes, items] = [new WireCursor(body), new WireCursor(body), new WireCursor(body)];
  while (resources.next(FIRST)) {
    const resource = readWireResource(body, resources.start, resources.position);
    scopes.enter(resources);
    while (scopes.next(SECOND, OLD_SCOPES)) {
      const { start, position: end } = scopes;
      const bytes = lastField(body, start, end, FIRST);
      const schemaUrl = lastField(body, start, end, THIRD).toString();
      const origin = { resource, scope: { bytes, schemaUrl, record: readScope(bytes) } };
      items.enter(scopes);
      while (items.next(SECOND)) onItem(body.subarray(items.start, items.position), origin);
    }
  }
}

/** The places of the items in a request of any signal, until `onPlace` answers false. Throws a DecodeError. */
export function eachPlace(body: Buffer, onPlace: (item: WireCursor) => boolean): void {
  const [resources, scopes, items] = [new WireCursor(body), new WireCursor(body), new WireCursor(body)];
  while (resources.next(FIRST)) {
    scopes.enter(resources);
    while (scopes.next(SECOND, OLD_SCOPES)) {
      items.enter(scopes);
      while (items.next(SECOND)) if (!onPlace(items)) return;
    }
  }
}

function readWireResource(body: Buffer, start: number, end: number): WireResource {
  const bytes = lastField(body, start, end, FIRST);
  const schemaUrl = lastField(body, start, end, THIRD).toString();
  const references = new WireCursor(bytes);
  while (references.next(ENTITY_REFS)) checkMessage(bytes, references.start, references.position);
  return { bytes, schemaUrl, attributes: readResource(bytes) };
}

/** Walks a message to its last byte; its field `attributes`, where it has one, holds KeyValue messages. */
export function checkMessage(bytes: Buffer, start: number, end: number, attributes?: number): void {
  const cursor = new WireCursor(bytes, start, end);
  let count = 0;
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== attributes) {
      cursor.skip(tag & 7);
      continue;
    }
    if (count++ === MAX_PARTS) throw tooManyParts('attributes');
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

function lastField(body: Buffer, start: number, end: number, wanted: number): Buffer {
  const cursor = new WireCursor(body, start, end);
  let last: Buffer = NOTHING;
  while (cursor.next(wanted)) last = body.subarray(cursor.start, cursor.position);
  return last;
}
