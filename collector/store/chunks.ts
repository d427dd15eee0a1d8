import { zstdDecompressSync } from 'node:zlib';
import type { AnyDatabase, WritableDatabase } from './database.ts';
import { MAX_CHUNK_BYTES } from './packing/compress.ts';
import { packHere, type Packer } from './packing/packer.ts';

/** Spans gathered into one chunk: the more the better it packs, the fewer the faster one span is read. */
const MAX_SPANS = 96;
/** Room for a whole chunk at once, so that it is not unpacked in pieces of 16 kB and put together. */
export const UNPACKING = { chunkSize: MAX_CHUNK_BYTES + 64 * 1024 };

/** Where the raw bytes of a span lie. */
export interface ChunkPlace {
  readonly chunk: number;
  readonly offset: number;
}

/** A chunk of this transaction: how many rows refer to its bytes. */
interface NewChunk {
  readonly id: number;
  live: number;
}

/**
 * Packs the raw bytes of spans into chunks. `put` only gathers; all that is gathered is written when `flush` returns, in the
 * caller's transaction. After a rollback `reset` forgets what was gathered.
 */
export class ChunkWriter {
  readonly #insert;
  readonly #release;
  readonly #deleteEmpty;
  readonly #lastId;
  readonly #deleteLeftovers;
  readonly #insertLeftover;
  /** Chunks with bytes that no row refers to since the last flush, and the traces that these belong to. */
  readonly #released = new Map<number, Set<number>>();
  readonly #packer: Packer;
  /** Full, and not yet written: the packer has them. */
  readonly #underway = new Map<number, NewChunk>();
  #buffer = Buffer.allocUnsafe(MAX_CHUNK_BYTES);
  #current: NewChunk = { id: 0, live: 0 };
  #size = 0;
  #spans = 0;

  constructor(database: WritableDatabase, packer: Packer = packHere) {
    this.#packer = packer;
    this.#insert = database.prepare('INSERT INTO chunks (id, live_spans, data) VALUES (?, ?, ?)');
    this.#release = database.prepare('UPDATE chunks SET live_spans = live_spans - 1 WHERE id = ?');
    this.#deleteEmpty = database.prepare('DELETE FROM chunks WHERE id = ? AND live_spans <= 0');
    this.#lastId = database.prepare<[], number>('SELECT COALESCE(MAX(id), 0) FROM chunks').pluck();
    this.#deleteLeftovers = database.prepare('DELETE FROM chunk_leftovers WHERE chunk = ?');
    this.#insertLeftover = database.prepare(
      'INSERT OR IGNORE INTO chunk_leftovers (chunk, trace) VALUES (?, ?)',
    );
    this.reset();
  }

  reset(): void {
    this.#packer.drop();
    this.#underway.clear();
    this.#released.clear();
    this.#start((this.#lastId.get() ?? 0) + 1);
  }

  #start(id: number): void {
    this.#current = { id, live: 0 };
    this.#size = this.#spans = 0;
  }

  put(raw: Buffer): ChunkPlace {
    if (this.#spans >= MAX_SPANS || (this.#spans > 0 && this.#size + raw.length > MAX_CHUNK_BYTES))
      this.#pack();
    const offset = this.#size;
    if (offset + raw.length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(offset + raw.length);
      this.#buffer.copy(larger, 0, 0, offset);
      this.#buffer = larger;
    }
    raw.copy(this.#buffer, offset);
    this.#size += raw.length;
    this.#spans++;
    this.#current.live++;
    return { chunk: this.#current.id, offset };
  }

  /** Undoes the `put` just done, whose row turned out to be stored already. */
  takeBack({ offset }: ChunkPlace): void {
    this.#size = offset;
    this.#spans--;
    this.#current.live--;
  }

  /**
   * What lay in `chunk` was replaced or deleted. The last one takes the chunk with it; until then its bytes stay, and
   * the chunk is remembered for the trace, so that they go when the trace goes.
   */
  release(chunk: number, trace?: number): void {
    const owners = this.#released.get(chunk) ?? new Set();
    if (trace !== undefined) owners.add(trace);
    this.#released.set(chunk, owners);
    const unwritten = chunk === this.#current.id ? this.#current : this.#underway.get(chunk);
    if (unwritten) {
      unwritten.live--;
      return;
    }
    this.#release.run(chunk);
    if (this.#deleteEmpty.run(chunk).changes === 0) return;
    this.#deleteLeftovers.run(chunk);
    this.#released.delete(chunk);
  }

  flush(): void {
    this.#pack();
    this.#packer.finish();
    for (const [chunk, owners] of this.#released)
      for (const trace of owners) this.#insertLeftover.run(chunk, trace);
    this.#released.clear();
  }

  #pack(): void {
    const chunk = this.#current;
    if (this.#spans > 0) {
      this.#underway.set(chunk.id, chunk);
      this.#packer.pack(this.#buffer.subarray(0, this.#size), (packed) => this.#write(chunk, packed));
    }
    // One huge span must not keep its memory for ever.
    if (this.#buffer.length > MAX_CHUNK_BYTES) this.#buffer = Buffer.allocUnsafe(MAX_CHUNK_BYTES);
    this.#start(chunk.id + 1);
  }

  #write({ id, live }: NewChunk, packed: Buffer): void {
    this.#underway.delete(id);
    if (live > 0) this.#insert.run(id, live, packed);
    else this.#released.delete(id);
  }
}

/** Reads raw spans; keeps the last few chunks unpacked, since neighbours are read together. */
export class ChunkReader {
  readonly #select;
  readonly #unpacked = new Map<number, Buffer>();

  constructor(database: AnyDatabase) {
    this.#select = database.prepare<[number], Buffer>('SELECT data FROM chunks WHERE id = ?').pluck();
  }

  /** A view of the span's bytes, or undefined where the chunk is gone. */
  read(chunk: number, offset: number, size: number): Buffer | undefined {
    return this.#unpack(chunk)?.subarray(offset, offset + size);
  }

  /** Chunk ids are given again after a rollback, so nothing is kept between two read transactions. */
  clear(): void {
    this.#unpacked.clear();
  }

  #unpack(chunk: number): Buffer | undefined {
    const known = this.#unpacked.get(chunk);
    if (known) return known;
    const data = this.#select.get(chunk);
    if (!data) return undefined;
    const unpacked = zstdDecompressSync(data, UNPACKING);
    if (this.#unpacked.size >= 16) this.#unpacked.delete(this.#unpacked.keys().next().value!);
    this.#unpacked.set(chunk, unpacked);
    return unpacked;
  }
}
