import { Transform, type TransformCallback } from 'node:stream';
import zlib from 'node:zlib';

type Unpacker = ReturnType<typeof zlib.createZstdDecompress>;

export interface ZstdFramesOptions {
  /** Bytes of a piece of what comes out. */
  readonly chunkSize?: number;
  /** More frames are an error: each costs its own memory, and the smallest take nine bytes. */
  readonly maxFrames?: number;
}

/**
 * Unpacks zstd as RFC 8878 has it: one frame or more, those with nothing in them too. Node's own stream ends after the first,
 * and drops what was written with it. Damaged data, and anything else than a frame after one, is an error of zlib's.
 */
export class ZstdFrames extends Transform {
  readonly #chunkSize: number | undefined;
  readonly #maxFrames: number;
  #frames = 0;
  /** Frames that begin where a write does are unpacked by one of these; it ends with a frame that ends within a write. */
  #unpacker: Unpacker | null = null;

  constructor({ chunkSize, maxFrames = Number.POSITIVE_INFINITY }: ZstdFramesOptions = {}) {
    super();
    this.#chunkSize = chunkSize;
    this.#maxFrames = maxFrames;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#unpack(bytes, done);
  }

  #unpack(bytes: Buffer, done: TransformCallback): void {
    const unpacker = (this.#unpacker ??= this.#open());
    const before = unpacker.bytesWritten;
    unpacker.write(bytes, (error) => {
      // It is destroyed then, and so is this.
      if (error) return;
      const rest = bytes.subarray(unpacker.bytesWritten - before);
      if (rest.length === 0) return done();
      afterItsEnd(unpacker, () => {
        this.#unpacker = null;
        if (++this.#frames < this.#maxFrames) this.#unpack(rest, done);
        else done(Object.assign(new Error(`more than ${this.#maxFrames} frames`), { code: 'ZSTD_FRAMES' }));
      });
    });
  }

  override _flush(done: TransformCallback): void {
    if (this.#unpacker === null) return done();
    afterItsEnd(this.#unpacker, done);
    this.#unpacker.end();
  }

  override _read(size: number): void {
    this.#unpacker?.resume();
    // Node's own name.
    // oxlint-disable-next-line no-underscore-dangle
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#unpacker?.destroy();
    done(error);
  }

  #open(): Unpacker {
    const unpacker = zlib.createZstdDecompress({ chunkSize: this.#chunkSize });
    unpacker.on('data', (part: Buffer) => {
      if (!this.push(part)) unpacker.pause();
    });
    unpacker.once('error', (error) => {
      // What it has made and still holds, which is less than its buffer.
      const left = unpacker.read() as Buffer | null;
      if (left !== null) this.push(left);
      this.destroy(error);
    });
    return unpacker;
  }
}

function afterItsEnd(unpacker: Unpacker, next: () => void): void {
  if (unpacker.readableEnded) next();
  else unpacker.once('end', next);
}
