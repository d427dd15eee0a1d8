import { FIRST, eachPlace } from '../decode/export-request.ts';
import type { Signal } from '../decode/count.ts';
import {
  DecodeError,
  WIRE_BYTES,
  WIRE_FIXED32,
  WIRE_FIXED64,
  WIRE_VARINT,
  WireCursor,
  tagOf,
} from '../decode/wire.ts';
import type { ByteReader } from './byte-reader.ts';
import { isJson, requestRecords } from './json-records.ts';
import { cutOff, tooLarge, type BadRecord, type FileRecord } from './record.ts';
import { isDamaged, unpacked, whyDamaged } from './unpack.ts';

/** What a bare request's resources are sent in. */
const REQUEST_BYTES = 4 * 1024 * 1024;
const MAX_VARINT_BYTES = 10;
const NO_OTLP = 'is no OTLP protobuf';
/** Messages of nothing one after another. Zeros read as such, and a small packed file may hold gigabytes of them. */
const MAX_EMPTY = 10_000;

/** Reads the length of the next message; null where there is none to read. */
type ReadLength = (reader: ByteReader) => Promise<number | null>;

/**
 * OTLP protobuf: messages with their length before them, as four bytes (the Collector's file exporter) or as a varint
 * (protobuf's own way), or one bare export request. The Collector's exporter also packs such messages one by one, those of
 * JSON too.
 */
export async function* protobufRecords(
  reader: ByteReader,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  const [first] = await reader.peek(1);
  // A request begins with the tag of its first resource; a message of ten bytes, the varint of the same value, holds nothing.
  if (first === FIRST) yield* bareRequest(reader, maxBytes);
  // Four bytes begin with zero below 16 MB, and a varint for a message that is there never does.
  else yield* messages(reader, first === 0 ? fourBytes : varint, maxBytes);
}

const fourBytes: ReadLength = async (reader) => {
  const bytes = await reader.take(4);
  return bytes.length < 4 ? null : bytes.readUInt32BE();
};

const varint: ReadLength = async (reader) => {
  const cursor = new WireCursor(await reader.peek(MAX_VARINT_BYTES));
  const length = lengthAt(cursor);
  if (length !== null) await reader.skip(cursor.position);
  return length;
};

async function* messages(
  reader: ByteReader,
  readLength: ReadLength,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  let empty = 0;
  for (let number = 1; !(await reader.atEnd()); number++) {
    const at = `message ${number}`;
    const length = await readLength(reader);
    if (length === null) reader.throwIfFailed();
    empty = length === 0 ? empty + 1 : 0;
    if (length === null || empty > MAX_EMPTY) return yield { at, reason: NO_OTLP };
    if (length > maxBytes) {
      if (!(await reader.skip(length))) return yield endsWithin(reader, at);
      yield tooLarge(at, maxBytes);
      continue;
    }
    const body = await reader.take(length);
    if (body.length < length) return yield endsWithin(reader, at);
    if (length > 0) yield* messageRecords(body, at, maxBytes);
  }
}

async function* messageRecords(
  message: Buffer,
  at: string,
  maxBytes: number,
): AsyncGenerator<FileRecord | BadRecord> {
  try {
    const body = await unpacked(message, maxBytes);
    if (body === null) yield tooLarge(at, maxBytes);
    else if (isJson(body)) yield* requestRecords(body, at, maxBytes);
    else yield recordOf(body, at);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    yield { at, reason: whyDamaged(error) };
  }
}

/** A request of any size in pieces: its resources one after another are requests of their own. */
async function* bareRequest(reader: ByteReader, maxBytes: number): AsyncGenerator<FileRecord | BadRecord> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  let from = 1;
  const flush = function* (): Generator<FileRecord | BadRecord> {
    if (bytes > 0) yield recordOf(Buffer.concat(waiting), `resource ${from}`);
    waiting = [];
    bytes = 0;
    from = number + 1;
  };
  while (!(await reader.atEnd())) {
    number++;
    const at = `resource ${number}`;
    const head = await reader.peek(1 + MAX_VARINT_BYTES);
    const cursor = new WireCursor(head, 1);
    const length = head[0] === FIRST ? lengthAt(cursor) : null;
    if (length === null) {
      yield* flush();
      reader.throwIfFailed();
      return yield { at, reason: NO_OTLP };
    }
    const size = cursor.position + length;
    if (size > maxBytes) {
      yield* flush();
      if (!(await reader.skip(size))) return yield endsWithin(reader, at);
      yield tooLarge(at, maxBytes);
      continue;
    }
    if (bytes > 0 && bytes + size > REQUEST_BYTES) yield* flush();
    const piece = await reader.take(size);
    if (piece.length < size) {
      yield* flush();
      return yield endsWithin(reader, at);
    }
    waiting.push(piece);
    bytes += size;
  }
  yield* flush();
}

function endsWithin(reader: ByteReader, at: string): BadRecord {
  reader.throwIfFailed();
  return cutOff(at);
}

function lengthAt(cursor: WireCursor): number | null {
  try {
    return cursor.varint();
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function recordOf(body: Buffer, at: string): FileRecord | BadRecord {
  try {
    const signal = signalOf(body);
    if (signal === null) return { at, reason: 'holds no spans, log records or metrics' };
    return { signal, encoding: 'protobuf', body, at };
  } catch (error) {
    if (error instanceof DecodeError) return { at, reason: `${NO_OTLP}: ${error.message}` };
    throw error;
  }
}

/**
 * What a request holds. The three requests look the same but for their items, so the first item decides: each kind has
 * fields of a number and wire type that the other two have not (opentelemetry-proto 1.10). Null where there is none.
 * Throws a DecodeError.
 */
function signalOf(body: Buffer): Signal | null {
  let signal: Signal | null = null;
  eachPlace(body, (item) => {
    signal = signalOfItem(new WireCursor(body, item.start, item.position));
    return signal === null;
  });
  return signal;
}

const MARKS: readonly (readonly [Signal, readonly number[]])[] = [
  // Kind, start, end, flags.
  [
    'traces',
    [tagOf(6, WIRE_VARINT), tagOf(7, WIRE_FIXED64), tagOf(8, WIRE_FIXED64), tagOf(16, WIRE_FIXED32)],
  ],
  // Time, observed time, severity, flags, attributes.
  [
    'logs',
    [
      tagOf(1, WIRE_FIXED64),
      tagOf(11, WIRE_FIXED64),
      tagOf(2, WIRE_VARINT),
      tagOf(8, WIRE_FIXED32),
      tagOf(6, WIRE_BYTES),
    ],
  ],
  // Sum, exponential histogram: of the rest, spans and log records have fields of the same number and type.
  ['metrics', [tagOf(7, WIRE_BYTES)]],
];

function signalOfItem(cursor: WireCursor): Signal | null {
  const tags = new Set<number>();
  while (!cursor.done) {
    const tag = cursor.tag();
    tags.add(tag);
    cursor.skip(tag & 7);
  }
  for (const [signal, marks] of MARKS) if (marks.some((tag) => tags.has(tag))) return signal;
  if (!tags.has(tagOf(1, WIRE_BYTES))) return tags.has(tagOf(5, WIRE_BYTES)) ? 'logs' : null;
  // A span without any time still has both ids and its parent's, trace state or name; a metric has a name and its data.
  return tags.has(tagOf(4, WIRE_BYTES)) || tags.has(tagOf(15, WIRE_BYTES)) ? 'traces' : 'metrics';
}
