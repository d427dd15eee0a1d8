import protobuf from 'protobufjs/minimal.js';
import { integerIn, parseOtlpJson } from './parse-json.ts';
import type { EnumType, Field, Message, ScalarType } from './protocol.ts';
import {
  DecodeError,
  MAX_MESSAGE_DEPTH,
  WIRE_BYTES,
  WIRE_FIXED32,
  WIRE_FIXED64,
  WIRE_VARINT,
} from './wire.ts';

type Writer = protobuf.Writer;

/**
 * Turns OTLP JSON (ids in hex, 64-bit integers as strings or numbers, enums as numbers or names, camelCase and
 * snake_case keys) into the bytes of `message`, so that everything behind it knows one format only. Throws a
 * DecodeError that names the place where the JSON does not fit the protocol.
 */
export function jsonToWire(message: Message, json: string): Buffer {
  const value = parseOtlpJson(json);
  const writer = protobuf.Writer.create();
  writeMessage(writer, message, asObject(value, message.name), message.name, 0);
  const bytes = writer.finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function asObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DecodeError(`${path} must be an object`);
  return value as Record<string, unknown>;
}

function writeMessage(
  writer: Writer,
  message: Message,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): void {
  if (depth > MAX_MESSAGE_DEPTH) throw new DecodeError('nested too deeply');
  for (const key in value) {
    const field = message.byName.get(key);
    const item = value[key];
    if (field === undefined || item === null || item === undefined) continue;
    const at = `${path}.${key}`;
    if (!field.repeated) writeField(writer, field, item, at, depth);
    else if (Array.isArray(item)) for (const one of item) writeField(writer, field, one, at, depth);
    else throw new DecodeError(`${at} must be a list`);
  }
}

function writeField(writer: Writer, field: Field, parsed: unknown, path: string, depth: number): void {
  const { number, type } = field;
  const value = integerIn(parsed) ?? parsed;
  if (typeof type === 'string') {
    writer.uint32((number << 3) | SCALARS[type].wireType);
    SCALARS[type].write(writer, value, path);
  } else if ('names' in type) writer.uint32((number << 3) | WIRE_VARINT).int32(enumNumber(type, value, path));
  else {
    writer.uint32((number << 3) | WIRE_BYTES).fork();
    writeMessage(writer, type, asObject(value, path), path, depth + 1);
    writer.ldelim();
  }
}

function enumNumber(type: EnumType, value: unknown, path: string): number {
  if (typeof value === 'string' && Object.hasOwn(type.names, value)) return type.names[value]!;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value;
  throw new DecodeError(`${path} must be an enum's name or number`);
}

interface Scalar {
  readonly wireType: number;
  write(writer: Writer, value: unknown, path: string): void;
}

const scalar = (wireType: number, write: Scalar['write']): Scalar => ({ wireType, write });

const long =
  (writeLong: (writer: Writer, value: protobuf.Long) => void, min: bigint, max: bigint) =>
  (writer: Writer, value: unknown, path: string): void => {
    const integer = toBigInt(value, path);
    if (integer < min || integer > max) throw new DecodeError(`${path} is out of range`);
    writeLong(writer, {
      low: Number(BigInt.asIntN(32, integer)),
      high: Number(BigInt.asIntN(32, integer >> 32n)),
      unsigned: min === 0n,
    });
  };

const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const SCALARS: Readonly<Record<ScalarType, Scalar>> = {
  // Escapes may say halves of surrogate pairs, which no UTF-8 has.
  string: scalar(WIRE_BYTES, (writer, value, path) => writer.string(toText(value, path).toWellFormed())),
  bytes: scalar(WIRE_BYTES, (writer, value, path) => writer.bytes(base64Bytes(toText(value, path), path))),
  // What is no hex comes out empty: the span is then rejected for its id, alone.
  id: scalar(WIRE_BYTES, (writer, value, path) => writer.bytes(hexBytes(toText(value, path)))),
  bool: scalar(WIRE_VARINT, (writer, value, path) => writer.bool(toBoolean(value, path))),
  double: scalar(WIRE_FIXED64, (writer, value, path) => writer.double(toDouble(value, path))),
  uint32: scalar(WIRE_VARINT, (writer, value, path) => writer.uint32(toInt(value, path, 0, 2 ** 32 - 1))),
  fixed32: scalar(WIRE_FIXED32, (writer, value, path) => writer.fixed32(toInt(value, path, 0, 2 ** 32 - 1))),
  sint32: scalar(WIRE_VARINT, (writer, value, path) =>
    writer.sint32(toInt(value, path, -(2 ** 31), 2 ** 31 - 1)),
  ),
  int64: scalar(
    WIRE_VARINT,
    long((writer, value) => writer.int64(value), INT64_MIN, INT64_MAX),
  ),
  uint64: scalar(
    WIRE_VARINT,
    long((writer, value) => writer.uint64(value), 0n, UINT64_MAX),
  ),
  fixed64: scalar(
    WIRE_FIXED64,
    long((writer, value) => writer.fixed64(value), 0n, UINT64_MAX),
  ),
  sfixed64: scalar(
    WIRE_FIXED64,
    long((writer, value) => writer.sfixed64(value), INT64_MIN, INT64_MAX),
  ),
};

/** In either alphabet, padded or not, as ProtoJSON has it. Buffer would leave out what is none, and store other bytes. */
function base64Bytes(text: string, path: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const digits = /^([\w+/-]*)={0,2}$/.exec(text)?.[1];
  if (digits === undefined || bytes.length !== Math.floor((digits.length * 3) / 4) || digits.length % 4 === 1)
    throw new DecodeError(`${path} is no base64`);
  return bytes;
}

/** Buffer would stop at the first character that is no hex, or leave out the last of an odd number. */
const hexBytes = (text: string): Buffer => Buffer.from(/^(?:[\da-f]{2})*$/i.test(text) ? text : '', 'hex');

function toText(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new DecodeError(`${path} must be a string`);
}

function toBoolean(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new DecodeError(`${path} must be true or false`);
}

/** Number() takes "0x10" as well. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function toDouble(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  if (typeof value === 'string' && DECIMAL.test(value) && Number.isFinite(Number(value)))
    return Number(value);
  throw new DecodeError(`${path} must be a number`);
}

function toInt(value: unknown, path: string, min: number, max: number): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new DecodeError(`${path} must be an integer of 32 bits`);
}

function toBigInt(value: unknown, path: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt(value);
  throw new DecodeError(`${path} must be an integer of 64 bits`);
}
