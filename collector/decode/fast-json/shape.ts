import type { Field, Message, ScalarType } from '../protocol.ts';
import { WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT } from '../wire.ts';

/** How a value is written in JSON, and in bytes. */
type Kind = ScalarType | 'enum' | 'message';

/** A field of a message, ready for bytes. */
export interface FieldShape {
  /** As it stands between quotes. */
  readonly key: Uint8Array;
  readonly kind: Kind;
  readonly repeated: boolean;
  /** Its own bit among the fields of its message. */
  readonly bit: number;
  /** The tag with its wire type, one byte or two. */
  readonly tag: number;
  /** Of an enum, by its names; of a message. */
  readonly names: ReadonlyMap<string, number> | null;
  readonly shape: Shape | null;
  /** Bytes that the length of the last one took: the next most likely takes as many. */
  lengthBytes: number;
}

export interface Shape {
  /** By `placeOf` a key. */
  readonly fields: readonly (readonly FieldShape[])[];
}

const PLACES = 64;

/** Tells the keys of one message apart, nearly always. */
export const placeOf = (first: number, last: number, length: number): number =>
  (first ^ (last << 2) ^ (length * 5)) & (PLACES - 1);

const WIRE_TYPES: Readonly<Record<Kind, number>> = {
  string: WIRE_BYTES,
  bytes: WIRE_BYTES,
  id: WIRE_BYTES,
  message: WIRE_BYTES,
  enum: WIRE_VARINT,
  bool: WIRE_VARINT,
  uint32: WIRE_VARINT,
  sint32: WIRE_VARINT,
  int64: WIRE_VARINT,
  uint64: WIRE_VARINT,
  double: WIRE_FIXED64,
  fixed64: WIRE_FIXED64,
  sfixed64: WIRE_FIXED64,
  fixed32: WIRE_FIXED32,
};

/** Bits of a number that JavaScript's operators take. */
const MAX_FIELDS = 31;

const shapes = new Map<Message, Shape>();

/** Made once for each message: messages hold one another. */
export function shapeOf(message: Message): Shape {
  const known = shapes.get(message);
  if (known) return known;
  const fields: FieldShape[][] = Array.from({ length: PLACES }, () => []);
  const made: Shape = { fields };
  shapes.set(message, made);
  if (message.byNumber.size > MAX_FIELDS) throw new RangeError(`${message.name} has too many fields`);
  const order = [...message.byNumber.keys()];
  for (const [name, field] of message.byName) {
    const key = Buffer.from(name);
    const place = placeOf(key[0]!, key.at(-1)!, key.length);
    fields[place]!.push({ key, bit: 1 << order.indexOf(field.number), ...formOf(field), lengthBytes: 1 });
  }
  return made;
}

function formOf({ number, type, repeated }: Field): Omit<FieldShape, 'key' | 'bit' | 'lengthBytes'> {
  const kind = typeof type === 'string' ? type : 'names' in type ? 'enum' : 'message';
  return {
    kind,
    repeated,
    tag: (number << 3) | WIRE_TYPES[kind],
    names: typeof type !== 'string' && 'names' in type ? new Map(Object.entries(type.names)) : null,
    shape: typeof type !== 'string' && 'byName' in type ? shapeOf(type) : null,
  };
}
