import { zstdDecompressSync } from 'node:zlib';
import type { WritableDatabase } from './database.ts';
import { compressed } from './packing/compress.ts';

/** Tables whose rows lie in chunks, each with an index by chunk. */
const TENANTS = ['spans', 'log_records'];

interface Place {
  readonly chunk_offset: number;
  readonly raw_size: number;
}

/** Takes the bytes that no row refers to out of chunks. What stays keeps its place, so that no row changes. */
export class ChunkCleaner {
  readonly #places;
  readonly #select;
  readonly #rewrite;
  readonly #recount;
  readonly #delete;
  readonly #deleteLeftovers;

  constructor(database: WritableDatabase) {
    const tenants = TENANTS.map(
      (table) => `SELECT chunk_offset, raw_size FROM ${table} INDEXED BY ${table}_by_chunk WHERE chunk = ?`,
    );
    this.#places = database.prepare<number[], Place>(tenants.join(' UNION ALL '));
    this.#select = database.prepare<[number], Buffer>('SELECT data FROM chunks WHERE id = ?').pluck();
    this.#rewrite = database.prepare('UPDATE chunks SET live_spans = ?, data = ? WHERE id = ?');
    this.#recount = database.prepare('UPDATE chunks SET live_spans = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM chunks WHERE id = ?');
    this.#deleteLeftovers = database.prepare('DELETE FROM chunk_leftovers WHERE chunk = ?');
  }

  /** In the caller's transaction. A chunk that nobody lies in goes; one that is gone already is left alone. */
  clean(chunk: number): void {
    this.#deleteLeftovers.run(chunk);
    const places = this.#places.all(...TENANTS.map(() => chunk));
    if (places.length === 0) {
      this.#delete.run(chunk);
      return;
    }
    const data = this.#select.get(chunk);
    if (!data) return;
    const before = unpacked(data);
    if (before === null) {
      this.#recount.run(places.length, chunk);
      return;
    }
    const after = Buffer.alloc(before.length);
    for (const { chunk_offset: start, raw_size: size } of places)
      before.copy(after, start, start, start + size);
    compressed(after, (packed) => this.#rewrite.run(places.length, packed, chunk));
  }
}

/** Null where that can't be done. Damage must not hold up deletes: whoever reads what is left, or the doctor, tells of it. */
function unpacked(data: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(data);
  } catch {
    return null;
  }
}
