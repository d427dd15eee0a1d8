import type { Transform } from 'node:stream';

/**
 * What an unpacker makes of these, all that it has made before it fails too, and then its error: a stream that is read as an
 * iterator drops what nobody has taken by then.
 */
export async function* through(chunks: AsyncIterable<Buffer>, unpacker: Transform): AsyncGenerator<Buffer> {
  let failure: Error | undefined;
  let wake = (): void => {};
  unpacker.on('readable', () => wake());
  unpacker.once('end', () => wake());
  unpacker.once('error', (error) => {
    failure = error;
    wake();
  });
  void feed(chunks, unpacker);
  try {
    for (;;) {
      const part = unpacker.read() as Buffer | null;
      if (part !== null) yield part;
      else if (failure !== undefined) throw failure;
      else if (unpacker.readableEnded) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unpacker.destroy();
  }
}

/** So many of the last bytes are given one by one: what zlib unpacks of the write that it fails in is lost. */
const LAST_BYTES = 512;

/** One after another, and the end alone: with it comes the error of a file that is cut off. */
async function feed(chunks: AsyncIterable<Buffer>, unpacker: Transform): Promise<void> {
  const write = (bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => unpacker.write(bytes, (error) => (error ? reject(error) : resolve())));
  try {
    let last: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const bytes = Buffer.concat([last, chunk]);
      const end = Math.max(bytes.length - LAST_BYTES, 0);
      last = bytes.subarray(end);
      if (end > 0) await write(bytes.subarray(0, end));
    }
    for (let at = 0; at < last.length; at++) await write(last.subarray(at, at + 1));
    unpacker.end();
  } catch (error) {
    unpacker.destroy(error as Error);
  }
}
