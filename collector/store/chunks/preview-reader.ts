import type { Database } from 'better-sqlite3';
import type { AnyDatabase } from '../file/database.ts';
import { unpack } from '../packing/unpack.ts';
import { NO_PREVIEWS, previewsAt, type PreviewPlace, type Previews } from './previews.ts';

/** Enough for a page whose spans all lie in different chunks; a sheet has some 25 kB. */
const KEPT_SHEETS = 128;

/** Keeps the last sheets unpacked, since lists are asked for again and again. */
class Sheets {
  readonly #kept = new Map<number, { readonly packed: Buffer; readonly sheet: Buffer }>();

  /** `packed` is compared with what is kept: chunk ids are used again, and deleted previews are blanked. */
  of(chunk: number, packed: Buffer): Buffer {
    const known = this.#kept.get(chunk);
    if (known?.packed.equals(packed)) return known.sheet;
    const sheet = unpack(packed);
    this.#kept.delete(chunk);
    if (this.#kept.size >= KEPT_SHEETS) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(chunk, { packed, sheet });
    return sheet;
  }
}

/** Reads the previews of stored spans. */
export class PreviewReader {
  readonly #select;
  readonly #sheets = new Sheets();
  readonly #unwritten: (chunk: number) => Buffer | undefined;

  /** `unwritten`: the sheets that are not in the database yet. */
  constructor(database: AnyDatabase, unwritten: (chunk: number) => Buffer | undefined = () => undefined) {
    this.#select = database
      .prepare<[number], Buffer | null>('SELECT previews FROM chunks WHERE id = ?')
      .pluck();
    this.#unwritten = unwritten;
  }

  /** The previews of each row, in the order given. All rows must be of one read transaction. */
  read(rows: readonly PreviewPlace[]): Previews[] {
    return this.#read(rows, (chunk) => this.#sheetOf(chunk));
  }

  /** As `read`, but without previews where they are damaged: for writing, which damage to old rows must not stop. */
  readUndamaged(rows: readonly PreviewPlace[]): Previews[] {
    return this.#read(rows, (chunk) => {
      try {
        return this.#sheetOf(chunk);
      } catch {
        return null;
      }
    });
  }

  #read(rows: readonly PreviewPlace[], sheetOf: (chunk: number) => Buffer | null): Previews[] {
    const sheets = new Map<number, Buffer | null>();
    return rows.map(({ chunk, preview_at, input_preview, output_preview }) => {
      if (preview_at === null) return { inputPreview: input_preview, outputPreview: output_preview };
      const known = sheets.get(chunk);
      const sheet = known === undefined ? sheetOf(chunk) : known;
      sheets.set(chunk, sheet);
      return sheet === null ? NO_PREVIEWS : previewsAt(sheet, preview_at);
    });
  }

  #sheetOf(chunk: number): Buffer | null {
    const unwritten = this.#unwritten(chunk);
    if (unwritten) return unwritten;
    const packed = this.#select.get(chunk);
    return packed ? this.#sheets.of(chunk, packed) : null;
  }
}

/** SQL for one of a span's previews, on a connection that `addPreviewFunction` has been called for. */
export const previewSql = (side: 'input' | 'output'): string =>
  `IIF(spans.preview_at IS NULL, spans.${side}_preview,
    preview(spans.chunk, (SELECT previews FROM chunks WHERE chunks.id = spans.chunk), spans.preview_at, '${side}'))`;

/** Gives the connection the SQL function of `previewSql`, for conditions; everything else uses `PreviewReader`. */
export function addPreviewFunction(database: Database): void {
  const sheets = new Sheets();
  const preview = (chunk: unknown, packed: unknown, place: unknown, side: unknown): string | null => {
    if (!Buffer.isBuffer(packed) || typeof place !== 'number') return null;
    const { inputPreview, outputPreview } = previewsAt(sheets.of(Number(chunk), packed), place);
    return side === 'input' ? inputPreview : outputPreview;
  };
  database.function('preview', { deterministic: true }, preview);
}
