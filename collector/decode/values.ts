import { AttributeMap } from './attribute-map.ts';
import type { GrowingTexts } from './growing-texts.ts';
import type { AttributeValue, Attributes } from './records.ts';
import { ARRAY, BOOL, BYTES, DOUBLE, INT, ITEM, KEY, KEY_VALUES, STRING, VALUE } from './value-tags.ts';
import {
  DecodeError,
  MAX_PARTS,
  MAX_VALUE_DEPTH,
  WIRE_BYTES,
  WireCursor,
  tagOf,
  tooManyParts,
} from './wire.ts';

/**
 * Receives the pieces of a value in wire order. One walk serves three readers: the check at ingestion, the decoded
 * value and the protocol's JSON.
 */
export interface ValueBuilder<T> {
  readonly empty: T;
  /** What is in a list is walked through only: two bytes of it would take a hundred in memory. */
  readonly keepsNothing?: boolean;
  text(buffer: Buffer, start: number, end: number): T;
  bool(value: boolean): T;
  int(value: bigint): T;
  double(value: number): T;
  bytes(buffer: Buffer, start: number, end: number): T;
  array(items: T[]): T;
  keyValues(entries: [string, T][]): T;
}

/** Builds from the AnyValue in `[start, end)`. Throws a DecodeError where it is malformed or nested too deeply. */
function buildValue<T>(builder: ValueBuilder<T>, buffer: Buffer, start: number, end: number, depth = 0): T {
  if (depth > MAX_VALUE_DEPTH)
    throw new DecodeError(`attribute value nested more than ${MAX_VALUE_DEPTH} deep`);
  const cursor = new WireCursor(buffer, start, end);
  let value = builder.empty;
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === BOOL) value = builder.bool(cursor.varint64() !== 0n);
    else if (tag === INT) value = builder.int(BigInt.asIntN(64, cursor.varint64()));
    else if (tag === DOUBLE) value = builder.double(cursor.double());
    else if (tag === STRING || tag === ARRAY || tag === KEY_VALUES || tag === BYTES) {
      const length = cursor.bytes();
      const from = cursor.position - length;
      if (tag === STRING) value = builder.text(buffer, from, cursor.position);
      else if (tag === BYTES) value = builder.bytes(buffer, from, cursor.position);
      else if (tag === ARRAY)
        value = builder.array(buildEach(buildValue<T>, builder, buffer, from, cursor.position, depth));
      else value = builder.keyValues(buildEach(buildEntry<T>, builder, buffer, from, cursor.position, depth));
    } else cursor.skip(tag & 7);
  }
  return value;
}

/** Whatever stands in field 1 of a message, one after the other: the items of a list, the entries of a kvlist. */
function buildEach<T, Item>(
  buildOne: (builder: ValueBuilder<T>, buffer: Buffer, start: number, end: number, depth: number) => Item,
  builder: ValueBuilder<T>,
  buffer: Buffer,
  start: number,
  end: number,
  depth: number,
): Item[] {
  const items: Item[] = [];
  const cursor = new WireCursor(buffer, start, end);
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== ITEM) {
      cursor.skip(tag & 7);
      continue;
    }
    const length = cursor.bytes();
    const item = buildOne(builder, buffer, cursor.position - length, cursor.position, depth + 1);
    if (!builder.keepsNothing) items.push(item);
  }
  return items;
}

/** One KeyValue message. */
function buildEntry<T>(
  builder: ValueBuilder<T>,
  buffer: Buffer,
  start: number,
  end: number,
  depth = 0,
): [string, T] {
  const cursor = new WireCursor(buffer, start, end);
  let key = '';
  let value = builder.empty;
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === KEY) key = cursor.text();
    else if (tag === VALUE) {
      const length = cursor.bytes();
      value = buildValue(builder, buffer, cursor.position - length, cursor.position, depth);
    } else cursor.skip(tag & 7);
  }
  return [key, value];
}

const decoded: ValueBuilder<AttributeValue> = {
  empty: null,
  text: (buffer, start, end) => buffer.toString('utf8', start, end),
  bool: (value) => value,
  int: (value) => value,
  double: (value) => value,
  bytes: (buffer, start, end) => new Uint8Array(buffer.subarray(start, end)),
  array: (items) => items,
  keyValues: (entries) => new Map(entries),
};

/** Walks a value without keeping anything: what a request must survive before any of it is stored. */
const checked: ValueBuilder<null> = {
  empty: null,
  keepsNothing: true,
  text: () => null,
  bool: () => null,
  int: () => null,
  double: () => null,
  bytes: () => null,
  array: () => null,
  keyValues: () => null,
};

/** The AnyValue at `[start, end)`, decoded; null for an empty one. Throws a DecodeError where it is malformed or nested too deeply. */
export const readValue = (buffer: Buffer, start: number, end: number): AttributeValue =>
  buildValue(decoded, buffer, start, end);

/** Throws the DecodeError that `readValue` would, and takes no memory for what is in it. */
export function checkValue(buffer: Buffer, start: number, end: number): void {
  buildValue(checked, buffer, start, end);
}

/** A KeyValue at `[start, end)`, decoded. */
export const readKeyValue = (
  buffer: Buffer,
  start: number,
  end: number,
  builder = decoded,
): [string, AttributeValue] => buildEntry(builder, buffer, start, end);

/** Decodes values whose texts go on from one another. */
export const decodedBy = (texts: GrowingTexts): ValueBuilder<AttributeValue> => ({
  ...decoded,
  text: (buffer, start, end) => texts.read(buffer, start, end),
});

/** The attributes in field `field` of the message at `[start, end)`: of a resource, a scope, an event. */
export function readAttributes(buffer: Buffer, start: number, end: number, field: number): Attributes {
  const entries = new Map<string, AttributeValue>();
  const cursor = new WireCursor(buffer, start, end);
  const wanted = tagOf(field, WIRE_BYTES);
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== wanted) {
      cursor.skip(tag & 7);
      continue;
    }
    if (entries.size > MAX_PARTS) throw tooManyParts('attributes');
    const length = cursor.bytes();
    entries.set(...readKeyValue(buffer, cursor.position - length, cursor.position));
  }
  return new AttributeMap(entries);
}
