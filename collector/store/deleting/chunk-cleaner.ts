import { spansInChunk } from '../chunks/chunks.ts';
import type { WritableDatabase } from '../file/database.ts';
import { compressed } from '../packing/compress.ts';
import { unpack } from '../packing/unpack.ts';
import { keepOnly } from '../chunks/previews.ts';

/** Tables whose rows lie in chunks: which of them do, and where their previews lie. */
const TENANTS = [
  `SELECT chunk_offset, raw_size, preview_at FROM spans WHERE ${spansInChunk(':chunk')}`,
  'SELECT chunk_offset, raw_size, NULL FROM log_records INDEXED BY log_records_by_chunk WHERE chunk = :chunk',
];

interface Place {
  readonly chunk_offset: number;
  readonly raw_size: number;
  readonly preview_at: number | null;
}

interface Chunk {
  readonly previews: Buffer | null;
  readonly data: Buffer;
}

/** Takes the bytes that no row refers to out of chunks. What stays keeps its place, so that no row changes. */
export class ChunkCleaner {
  readonly #places;
  readonly #select;
  readonly #rewrite;
  readonly #delete;
  readonly #deleteLeftovers;

  constructor(database: WritableDatabase) {
    this.#places = database.prepare<{ chunk: number }, Place>(TENANTS.join(' UNION ALL '));
    this.#select = database.prepare<[number], Chunk>('SELECT previews, data FROM chunks WHERE id = ?');
    this.#rewrite = database.prepare('UPDATE chunks SET live_spans = ?, previews = ?, data = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM chunks WHERE id = ?');
    this.#deleteLeftovers = database.prepare('DELETE FROM chunk_leftovers WHERE chunk = ?');
  }

  /** In the caller's transaction. A chunk that nobody lies in goes; one that is gone already is left alone. */
  clean(chunk: number): void {
    this.#deleteLeftovers.run(chunk);
    const places = this.#places.all({ chunk });
    if (places.length === 0) {
      this.#delete.run(chunk);
      return;
    }
    const stored = this.#select.get(chunk);
    if (!stored) return;
    const data = kept(stored.data, (bytes) => keepSpans(bytes, places));
    const previews = stored.previews && keptPreviews(stored.previews, places);
    this.#rewrite.run(places.length, previews, data, chunk);
  }
}

function keepSpans(bytes: Buffer, places: readonly Place[]): Buffer {
  const after = Buffer.alloc(bytes.length);
  for (const { chunk_offset: start, raw_size: size } of places) bytes.copy(after, start, start, start + size);
  return after;
}

/** Null where nothing is left. */
function keptPreviews(packed: Buffer, places: readonly Place[]): Buffer | null {
  const left = places.map((place) => place.preview_at).filter((place) => place !== null);
  return left.length === 0 ? null : kept(packed, (sheet) => keepOnly(sheet, left));
}

/**
 * What `keep` leaves of something packed. What can't be unpacked stays as it is: damage must not hold up deletes, and whoever
 * reads what is left, or the doctor, tells of it.
 */
function kept(packed: Buffer, keep: (bytes: Buffer) => Buffer): Buffer {
  const bytes = unpacked(packed);
  return bytes === null ? packed : compressed(keep(bytes), (again) => Buffer.from(again));
}

function unpacked(packed: Buffer): Buffer | null {
  try {
    return unpack(packed);
  } catch {
    return null;
  }
}
