import { open, type FileHandle } from 'node:fs/promises';
import { Readable, pipeline, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { isJson, jsonRecords } from './json-records.ts';
import { protobufRecords } from './protobuf-records.ts';
import type { BadRecord, FileRecord } from './record.ts';

export interface ReadOptions {
  /** The largest record that the collector takes. */
  readonly maxBytes: number;
  /** Called with the bytes of the file that were read, as they are. */
  readonly onRead?: (bytes: number) => void;
}

const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex');

/** A file that can't be read at all, in one line. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/**
 * The export requests in a file, one after another: OTLP JSON, JSON lines or protobuf, uncompressed or compressed with gzip
 * or zstd, recognised from its content and not from its name. What can't be read is skipped and reported. Throws a FileError.
 */
export async function* readRecords(
  file: string,
  options: ReadOptions,
): AsyncGenerator<FileRecord | BadRecord> {
  const handle = await openFile(file);
  try {
    yield* readHandle(handle, options);
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file);
    if (!(await handle.stat()).isDirectory()) return handle;
    await handle.close();
  } catch (cause) {
    throw new FileError(`${file} can't be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`, {
      cause,
    });
  }
  throw new FileError(`${file} is a folder`);
}

/** Tells what a file is. */
const HEAD_BYTES = 256;

async function* readHandle(
  handle: FileHandle,
  { maxBytes, onRead }: ReadOptions,
): AsyncGenerator<FileRecord | BadRecord> {
  const bytes = new ByteReader(unpacked(chunksOf(handle, onRead), await magicOf(handle)));
  let read = 0;
  try {
    if ((await bytes.peek(3)).equals(BYTE_ORDER_MARK)) await bytes.skip(3);
    const head = await bytes.peek(HEAD_BYTES);
    if (head.length === 0) return yield { at: 'the file', reason: 'is empty' };
    const records =
      isJson(head) || isText(head) ? jsonRecords(bytes, maxBytes) : protobufRecords(bytes, maxBytes);
    for await (const record of records) {
      read++;
      yield record;
    }
  } catch (error) {
    if (!isDamaged(error)) throw error;
    yield { at: `after record ${read}`, reason: `the compressed data is damaged (${error.message})` };
  }
}

/** zlib's errors all have a code of this kind; any other is not the file's fault. */
const isDamaged = (error: unknown): error is Error =>
  error instanceof Error && /^(Z_|ZSTD_|ERR_ZSTD)/.test(String((error as NodeJS.ErrnoException).code));

async function* chunksOf(handle: FileHandle, onRead: ReadOptions['onRead']): AsyncGenerator<Buffer> {
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 18 })) {
    onRead?.((chunk as Buffer).length);
    yield chunk as Buffer;
  }
}

async function magicOf(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString('hex', 0, bytesRead);
}

function unpacked(chunks: AsyncGenerator<Buffer>, magic: string): AsyncIterable<Buffer> {
  if (magic.startsWith('1f8b')) return through(chunks, createGunzip());
  if (magic === '28b52ffd') return through(chunks, createZstdDecompress());
  return chunks;
}

function through(chunks: AsyncGenerator<Buffer>, unpack: Transform): AsyncIterable<Buffer> {
  // The error reaches whoever reads `unpack`.
  return pipeline(Readable.from(chunks), unpack, () => {});
}

/**
 * Each message of protobuf has tags that no text has: of a few fields, which are the numbers below a space. One that begins with
 * a letter is no longer than 126 bytes, which is its length; a request begins with the tag of its first resource, a line's end.
 */
const isText = (head: Buffer): boolean =>
  head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
