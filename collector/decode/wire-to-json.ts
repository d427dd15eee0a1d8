import { jsonDouble } from '../lib/raw-json.ts';
import type { Field, Message, ScalarType } from './protocol.ts';
import {
  DecodeError,
  MAX_MESSAGE_DEPTH,
  WIRE_BYTES,
  WIRE_FIXED32,
  WIRE_FIXED64,
  WIRE_VARINT,
  WireCursor,
} from './wire.ts';

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/**
 * The message in `bytes` in the protocol's own JSON: ids in hex, 64-bit integers as strings, enums as numbers, bytes in
 * base64. Every attribute stands there in the order of the wire, repeated ones too; unknown fields have no JSON form, nor
 * have known ones of another wire type, which protobuf calls unknown as well.
 */
export function wireToJson(message: Message, bytes: Buffer, depth = 0): { [key: string]: Json } {
  if (depth > MAX_MESSAGE_DEPTH) throw new DecodeError('nested too deeply');
  const json: { [key: string]: Json } = {};
  const cursor = new WireCursor(bytes);
  while (!cursor.done) {
    const tag = cursor.tag();
    const field = message.byNumber.get(tag >>> 3);
    if (field === undefined) cursor.skip(tag & 7);
    else readField(json, field, tag & 7, cursor, depth);
  }
  return json;
}

/** Whether `wireToJson` would read the bytes to their end. Goes through them without making anything of them. */
export function isReadable(message: Message, bytes: Buffer): boolean {
  try {
    walk(message, new WireCursor(bytes), 0);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

function walk(message: Message, cursor: WireCursor, depth: number): void {
  if (depth > MAX_MESSAGE_DEPTH) throw new DecodeError('nested too deeply');
  while (!cursor.done) {
    const tag = cursor.tag();
    const field = message.byNumber.get(tag >>> 3);
    if (field === undefined || (tag & 7) !== WIRE_BYTES) cursor.skip(tag & 7);
    else walkBytes(field, cursor, depth);
  }
}

function walkBytes({ type, repeated }: Field, cursor: WireCursor, depth: number): void {
  const length = cursor.bytes();
  const inner = new WireCursor(cursor.buffer, cursor.position - length, cursor.position);
  if (repeated && isPackable(type)) while (!inner.done) inner.skip(wireTypeOf(type));
  else if (typeof type === 'object' && 'byNumber' in type) walk(type, inner, depth + 1);
}

function readField(
  json: { [key: string]: Json },
  field: Field,
  wireType: number,
  cursor: WireCursor,
  depth: number,
): void {
  const { name, type } = field;
  if (field.repeated && wireType === WIRE_BYTES && isPackable(type)) {
    const length = cursor.bytes();
    const packed = new WireCursor(cursor.buffer, cursor.position - length, cursor.position);
    while (!packed.done) append(json, name, readScalar(type, packed));
  } else if (wireType !== wireTypeOf(type)) cursor.skip(wireType);
  else {
    const value = readValue(field, cursor, depth);
    if (field.repeated) append(json, name, value);
    else json[name] = value;
  }
}

function append(json: { [key: string]: Json }, name: string, value: Json): void {
  const list = json[name];
  if (Array.isArray(list)) list.push(value);
  else json[name] = [value];
}

const isPackable = (type: Field['type']): type is ScalarType =>
  typeof type === 'string' && type !== 'string' && type !== 'bytes' && type !== 'id';

function wireTypeOf(type: Field['type']): number {
  if (typeof type === 'object') return 'names' in type ? WIRE_VARINT : WIRE_BYTES;
  switch (type) {
    case 'string':
    case 'bytes':
    case 'id':
      return WIRE_BYTES;
    case 'double':
    case 'fixed64':
    case 'sfixed64':
      return WIRE_FIXED64;
    case 'fixed32':
      return WIRE_FIXED32;
    case 'bool':
    case 'uint32':
    case 'sint32':
    case 'int64':
    case 'uint64':
      return WIRE_VARINT;
  }
}

/** Of a longer number protobuf keeps the lower 32 bits. */
const readUint32 = (cursor: WireCursor): number => Number(BigInt.asUintN(32, cursor.varint64()));

function readValue(field: Field, cursor: WireCursor, depth: number): Json {
  const { type } = field;
  if (typeof type === 'string') return readScalar(type, cursor);
  if ('names' in type) return cursor.int32();
  const length = cursor.bytes();
  return wireToJson(type, cursor.buffer.subarray(cursor.position - length, cursor.position), depth + 1);
}

function readScalar(type: ScalarType, cursor: WireCursor): Json {
  switch (type) {
    case 'string':
      return cursor.text();
    case 'bytes':
    case 'id': {
      const length = cursor.bytes();
      const encoding = type === 'id' ? 'hex' : 'base64';
      return cursor.buffer.toString(encoding, cursor.position - length, cursor.position);
    }
    case 'bool':
      return cursor.varint64() !== 0n;
    case 'double':
      return jsonDouble(cursor.double());
    case 'uint32':
      return readUint32(cursor);
    case 'fixed32':
      return cursor.fixed32();
    case 'sint32': {
      const zigzag = readUint32(cursor);
      return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
    case 'int64':
      return String(BigInt.asIntN(64, cursor.varint64()));
    case 'uint64':
      return String(cursor.varint64());
    case 'fixed64':
      return String(cursor.fixed64());
    case 'sfixed64':
      return String(BigInt.asIntN(64, cursor.fixed64()));
  }
}
