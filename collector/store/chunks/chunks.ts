import type { AnyDatabase, WritableDatabase } from '../file/database.ts';
import { MAX_CHUNK_BYTES, type Chunk } from '../packing/compress.ts';
import { packHere, type Packer } from '../packing/packer.ts';
import { free, unpack } from '../packing/unpack.ts';
import { NO_PREVIEWS, PreviewSheet, type Previews } from './previews.ts';

const NOTHING = Buffer.alloc(0);
/** At most so many spans share a chunk: more pack better, fewer make reading one span faster. */
const MAX_SPANS = 96;

/** Where the raw bytes of a span lie, and its previews; null where it has none. */
export interface ChunkPlace {
  readonly chunk: number;
  readonly offset: number;
  readonly previewAt: number | null;
}

/**
 * A condition for the spans of a chunk; `chunk` is SQL for its id. Looks only at the range of rows that was written with the
 * chunk, at none where it holds no span, and at all rows where the chunk itself is lost.
 */
export function spansInChunk(chunk: string): string {
  const known = (bound: string): string => `(SELECT ${bound} FROM chunks WHERE chunks.id = ${chunk})`;
  const first = `COALESCE(${known('COALESCE(first_span, 1)')}, 0)`;
  const last = `COALESCE(${known('COALESCE(last_span, 0)')}, ${2 ** 53})`;
  return `spans.id BETWEEN ${first} AND ${last} AND spans.chunk = ${chunk}`;
}

/** A chunk of this transaction: how many rows refer to its bytes. */
interface NewChunk {
  readonly id: number;
  live: number;
  /** Set when the chunk is full; until then they are in the writer's sheet. */
  previews: Buffer;
  firstSpan: number | null;
  lastSpan: number | null;
}

const emptyChunk = (id: number): NewChunk => ({
  id,
  live: 0,
  previews: NOTHING,
  firstSpan: null,
  lastSpan: null,
});

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
  readonly #sheet = new PreviewSheet();
  #current = emptyChunk(0);
  #size = 0;
  #spans = 0;

  constructor(database: WritableDatabase, packer: Packer = packHere) {
    this.#packer = packer;
    this.#insert = database.prepare(
      'INSERT INTO chunks (id, live_spans, first_span, last_span, previews, data) VALUES (?, ?, ?, ?, ?, ?)',
    );
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
    this.#current = emptyChunk(id);
    this.#size = this.#spans = 0;
    this.#sheet.clear();
  }

  /** Copies the bytes of one record into the current chunk, or a new one where that is full. Answers where they lie, in bytes. */
  put(raw: Buffer, previews: Previews = NO_PREVIEWS): ChunkPlace {
    if (this.#spans >= MAX_SPANS || (this.#spans > 0 && this.#size + raw.length > MAX_CHUNK_BYTES))
      this.handOver();
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
    return { chunk: this.#current.id, offset, previewAt: this.#sheet.add(previews) };
  }

  /** The row of the span that was just put has this id. Ids rise, so that those of a chunk are neighbours. */
  noteSpan(id: number): void {
    this.#current.firstSpan ??= id;
    this.#current.lastSpan = id;
  }

  /** The previews of a chunk that is still to be written. */
  unwrittenPreviews(chunk: number): Buffer | undefined {
    return chunk === this.#current.id ? this.#sheet.bytes : this.#underway.get(chunk)?.previews;
  }

  /** Undoes the last `put`, which must have been without previews: its row turned out to be stored already. */
  takeBack({ offset }: ChunkPlace): void {
    this.#size = offset;
    this.#spans--;
    this.#current.live--;
  }

  /**
   * Tells that a record in `chunk` was replaced or deleted. The chunk goes with its last record; until then the bytes stay,
   * and the chunk is remembered for the trace, so that they go when the trace goes.
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
    this.handOver();
    this.#packer.finish();
    for (const [chunk, owners] of this.#released)
      for (const trace of owners) this.#insertLeftover.run(chunk, trace);
    this.#released.clear();
  }

  /** Gives what is gathered to be packed, while the caller goes on. */
  handOver(): void {
    const chunk = this.#current;
    if (this.#spans > 0) {
      this.#underway.set(chunk.id, chunk);
      chunk.previews = Buffer.from(this.#sheet.bytes);
      const spans = this.#buffer.subarray(0, this.#size);
      this.#packer.pack({ spans, previews: chunk.previews }, (packed) => this.#write(chunk, packed));
      this.#start(chunk.id + 1);
    }
    // One huge span must not keep its memory for ever.
    if (this.#buffer.length > MAX_CHUNK_BYTES) this.#buffer = Buffer.allocUnsafe(MAX_CHUNK_BYTES);
  }

  #write({ id, live, firstSpan, lastSpan }: NewChunk, { spans, previews }: Chunk): void {
    this.#underway.delete(id);
    if (live === 0) this.#released.delete(id);
    else this.#insert.run(id, live, firstSpan, lastSpan, previews.length === 0 ? null : previews, spans);
  }
}

/** Reads raw spans; keeps the chunk that it read last unpacked, since neighbours are read together. */
export class ChunkReader {
  readonly #select;
  #last: { readonly chunk: number; readonly bytes: Buffer } | null = null;

  constructor(database: AnyDatabase) {
    this.#select = database.prepare<[number], Buffer>('SELECT data FROM chunks WHERE id = ?').pluck();
  }

  /** A view of the span's bytes, or undefined where the chunk is gone. */
  read(chunk: number, offset: number, size: number): Buffer | undefined {
    return this.#unpack(chunk)?.subarray(offset, offset + size);
  }

  /** Chunk ids are given again after a rollback, so nothing is kept between two read transactions. */
  clear(): void {
    this.#last = null;
  }

  /** As `clear`, where nobody has a view of the chunk any more. */
  free(): void {
    if (this.#last !== null) free(this.#last.bytes);
    this.#last = null;
  }

  #unpack(chunk: number): Buffer | undefined {
    if (this.#last?.chunk === chunk) return this.#last.bytes;
    const data = this.#select.get(chunk);
    if (!data) return undefined;
    // Before the next is unpacked, so that there is never more than one.
    this.#last = null;
    const bytes = unpack(data);
    this.#last = { chunk, bytes };
    return bytes;
  }
}
