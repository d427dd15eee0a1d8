import { WIRE_BYTES, WIRE_FIXED64, WIRE_VARINT, tagOf } from './wire.ts';

/* The fields of attributes and their values (opentelemetry-proto, common.proto). */

/** Of KeyValue. */
export const KEY = tagOf(1, WIRE_BYTES);
export const VALUE = tagOf(2, WIRE_BYTES);

/** Of AnyValue. */
export const STRING = tagOf(1, WIRE_BYTES);
export const BOOL = tagOf(2, WIRE_VARINT);
export const INT = tagOf(3, WIRE_VARINT);
export const DOUBLE = tagOf(4, WIRE_FIXED64);
export const ARRAY = tagOf(5, WIRE_BYTES);
export const KEY_VALUES = tagOf(6, WIRE_BYTES);
export const BYTES = tagOf(7, WIRE_BYTES);

/** Of ArrayValue and KeyValueList. */
export const ITEM = tagOf(1, WIRE_BYTES);
