import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ByteReader } from './byte-reader.ts';
import { ESCAPE, isJson, jsonRecords } from './json-records.ts';
import { KIND_BYTES, whyOtherKind } from './other-kinds.ts';
import { protobufRecords } from './protobuf-records.ts';
import type { BadRecord, FileRecord } from './record.ts';
import { through } from './through.ts';
import { MAGIC_BYTES, isDamaged, unpackerFor, whyDamaged } from './unpack.ts';

export interface ReadOptions {
  /** The largest record that the collector takes. */
  readonly maxBytes: number;
  /** Called with the bytes of the file that were read, as they are. */
  readonly onRead?: (bytes: number) => void;
  /** Ends the reading, also of a file without any record. */
  readonly signal?: AbortSignal;
}

const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex');

/** A file that can't be read at all, in one line. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** What standard input is called in the place of a file. */
const STANDARD_INPUT = '-';

/**
 * The export requests in a file or pipe, one after another: OTLP JSON, JSON lines or protobuf, uncompressed or compressed with gzip
 * or zstd, whole or message by message, recognised from its content and not from its name. What can't be read is skipped and
 * reported. Throws a FileError, and the reason of an aborted signal.
 */
export async function* readRecords(
  file: string,
  { maxBytes, onRead, signal }: ReadOptions,
): AsyncGenerator<FileRecord | BadRecord> {
  const stream = openStream(file);
  try {
    yield* recordsOf(chunksOf(file, stream, onRead), maxBytes, signal);
  } finally {
    stream.destroy();
  }
}

/** From where it stands to its end, since a pipe has no place to go back to. Throws a FileError. */
function openStream(file: string): Readable {
  try {
    if (file === STANDARD_INPUT) return process.stdin;
    if (!statSync(file).isFIFO()) return createReadStream(file, { highWaterMark: 1 << 18 });
    // As a file it would keep a thread, without which the process can't end, until somebody writes.
    return new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* chunksOf(
  file: string,
  stream: Readable,
  onRead: ReadOptions['onRead'],
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      onRead?.((chunk as Buffer).length);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): FileError {
  const { code } = cause as NodeJS.ErrnoException;
  return new FileError(
    code === 'EISDIR' ? `${file} is a folder` : `${file} can't be read (${code ?? String(cause)})`,
    { cause },
  );
}

/** Of damaged data less than a piece is lost: the one that zlib was at. */
const UNPACKED_BYTES = 4096;
/** Tells what a file is. */
const HEAD_BYTES = 256;

async function* recordsOf(
  chunks: AsyncGenerator<Buffer>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<FileRecord | BadRecord> {
  const packed = new ByteReader(chunks, signal);
  const unpack = unpackerFor(await packed.peek(MAGIC_BYTES), { chunkSize: UNPACKED_BYTES });
  const bytes = unpack === null ? packed : new ByteReader(through(packed.rest(), unpack), signal);
  let read = 0;
  try {
    if ((await bytes.peek(3)).equals(BYTE_ORDER_MARK)) await bytes.skip(3);
    const head = await bytes.peek(HEAD_BYTES);
    if (head.length === 0) bytes.throwIfFailed();
    if (head.length === 0) return yield { at: 'the file', reason: 'is empty' };
    const otherKind = whyOtherKind(await bytes.peek(KIND_BYTES));
    if (otherKind !== undefined) return yield { at: 'the file', reason: otherKind };
    const records =
      isJson(head) || isText(head) ? jsonRecords(bytes, maxBytes) : protobufRecords(bytes, maxBytes);
    for await (const record of records) {
      read++;
      yield record;
    }
    bytes.throwIfFailed();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    yield { at: `after record ${read}`, reason: whyDamaged(error) };
  }
}

/**
 * Each message of protobuf has tags that no text has: of a few fields, which are the numbers below a space. One that begins with
 * a letter is no longer than 126 bytes, which is its length; a request begins with the tag of its first resource, a line's end.
 * The escapes of a terminal's colours are the tag of no field.
 */
const isText = (head: Buffer): boolean =>
  head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === ESCAPE);
