import type { Database } from 'better-sqlite3';
import { zstdDecompressSync } from 'node:zlib';
import { ChunkReader } from '../chunks.ts';
import type { AnyDatabase } from '../database.ts';
import { NO_PREVIEWS, previewsAt, type PreviewPlace, type Previews } from '../previews.ts';

/** Reads the previews of stored spans in one read transaction. */
export class PreviewReader {
  readonly #sheets: ChunkReader;
  readonly #unwritten: (chunk: number) => Buffer | undefined;

  /** `unwritten`: the sheets that are not in the database yet. */
  constructor(database: AnyDatabase, unwritten: (chunk: number) => Buffer | undefined = () => undefined) {
    this.#sheets = new ChunkReader(database, 'previews');
    this.#unwritten = unwritten;
  }

  /** Of each row, in the order given. */
  read(rows: readonly PreviewPlace[]): Previews[] {
    const previews = rows.map((row) => this.#of(row));
    this.#sheets.clear();
    return previews;
  }

  #of({ chunk, preview_at, input_preview, output_preview }: PreviewPlace): Previews {
    if (preview_at === null) return { inputPreview: input_preview, outputPreview: output_preview };
    const sheet = this.#unwritten(chunk) ?? this.#sheets.unpacked(chunk);
    return sheet ? previewsAt(sheet, preview_at) : NO_PREVIEWS;
  }
}

/** Sheets that the function below keeps unpacked: neighbours follow one another. */
const KEPT_SHEETS = 4;

/** SQL for one of a span's previews, on a connection that `addPreviewFunction` has been called for. */
export const previewSql = (side: 'input' | 'output'): string =>
  `IIF(spans.preview_at IS NULL, spans.${side}_preview,
    preview((SELECT previews FROM chunks WHERE chunks.id = spans.chunk), spans.preview_at, '${side}'))`;

/** Conditions ask for previews row by row; lists and everything else go by `PreviewReader`. */
export function addPreviewFunction(database: Database): void {
  const kept: { readonly packed: Buffer; readonly sheet: Buffer }[] = [];
  const unpack = (packed: Buffer): Buffer => {
    // By what is in it: ids of chunks are given again.
    const known = kept.find((one) => one.packed.equals(packed));
    if (known) return known.sheet;
    const sheet = zstdDecompressSync(packed);
    kept.unshift({ packed, sheet });
    kept.length = Math.min(kept.length, KEPT_SHEETS);
    return sheet;
  };
  database.function('preview', { deterministic: true }, (packed: unknown, place: unknown, side: unknown) => {
    if (!Buffer.isBuffer(packed) || typeof place !== 'number') return null;
    const { inputPreview, outputPreview } = previewsAt(unpack(packed), place);
    return side === 'input' ? inputPreview : outputPreview;
  });
}
