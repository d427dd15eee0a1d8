import type { ChunkWriter } from '../chunks/chunks.ts';
import { SPAN_ROW_COLUMNS, selectColumns } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import { PREVIEW_PLACE, type PreviewPlace } from '../chunks/previews.ts';
import { PreviewReader } from '../chunks/preview-reader.ts';
import { RawRecordReader, withinBytes, type RawPlace, type RawRecord } from '../chunks/raw-records.ts';
import type { SpanColumns } from '../rows/span-row.ts';

/** At most so many raw bytes are handed out at a time. */
const MAX_BYTES = 1024 * 1024;

/** A stored span. Integers of the columns are bigint. */
export type StoredRow = SpanColumns &
  RawPlace &
  PreviewPlace & { readonly id: number; readonly trace: number; readonly indexed: string | null };

/** Columns that are numbers in a `StoredRow`, but come as bigint from SQLite here. */
type Numbered =
  | 'id'
  | 'trace'
  | 'statusCode'
  | 'running'
  | 'resource'
  | 'scope'
  | 'chunk'
  | 'chunk_offset'
  | 'raw_size';
type ReadRow = Omit<StoredRow, Numbered | 'preview_at' | 'inputPreview' | 'outputPreview'> &
  Readonly<Record<Numbered, bigint>> & { readonly preview_at: bigint | null };

/** A span of a trace that is due, with what to extract from; null where the file lacks it. */
export interface DueSpan {
  readonly stored: StoredRow;
  readonly raw: RawRecord | null;
}

/** Some spans of one trace, in the order of their ids. */
export interface SpansInOrder {
  readonly spans: readonly DueSpan[];
  readonly isLast: boolean;
}

/** Reads stored spans back, with all that the writer keeps in their rows, in its transactions. */
export class StoredRows {
  readonly #raw: RawRecordReader;
  readonly #previews: PreviewReader;
  readonly #after;
  readonly #find;

  constructor(database: WritableDatabase, chunks: Pick<ChunkWriter, 'unwrittenPreviews'>) {
    this.#raw = new RawRecordReader(database);
    this.#previews = new PreviewReader(database, (chunk) => chunks.unwrittenPreviews(chunk));
    const row = `SELECT id, trace, resource, scope, chunk_offset, raw_size, indexed, ${PREVIEW_PLACE}, ${selectColumns(SPAN_ROW_COLUMNS)} FROM spans`;
    this.#after = database
      .prepare<[number, string, number], ReadRow>(
        `${row} WHERE trace = ? AND span_id > ? ORDER BY span_id LIMIT ?`,
      )
      .safeIntegers();
    this.#find = database
      .prepare<[number, string], ReadRow>(`${row} WHERE trace = ? AND span_id = ?`)
      .safeIntegers();
  }

  /** Spans of a trace with ids past `spanId`, at most `limit` and a megabyte of them. */
  after(trace: number, spanId: string, limit: number): SpansInOrder {
    const found = this.#withPreviews(this.#after.all(trace, spanId, limit));
    const rows = withinBytes(found, MAX_BYTES);
    const raw = this.#read(rows);
    const spans = rows.map((stored, i) => ({ stored, raw: raw[i] ?? null }));
    return { spans, isLast: rows.length === found.length && found.length < limit };
  }

  find(trace: number, spanId: string): StoredRow | undefined {
    const found = this.#find.get(trace, spanId);
    return found && this.#withPreviews([found])[0];
  }

  #withPreviews(found: readonly ReadRow[]): StoredRow[] {
    const rows = found.map(plainIds);
    const previews = this.#previews.readUndamaged(rows);
    return rows.map((row, i) => ({ ...row, ...previews[i]! }));
  }

  /** In one go, so that each chunk is unpacked once. Where that fails row by row: a damaged one costs no other. */
  #read(rows: readonly StoredRow[]): readonly (RawRecord | null)[] {
    try {
      return this.#raw.read(rows);
    } catch {
      return rows.map((row) => {
        try {
          return this.#raw.read([row])[0] ?? null;
        } catch {
          return null;
        }
      });
    }
  }
}

/** Times have more digits than a number, ids and places never. */
const plainIds = (row: ReadRow): Omit<StoredRow, 'inputPreview' | 'outputPreview'> => ({
  ...row,
  preview_at: row.preview_at === null ? null : Number(row.preview_at),
  id: Number(row.id),
  trace: Number(row.trace),
  statusCode: Number(row.statusCode),
  running: Number(row.running),
  resource: Number(row.resource),
  scope: Number(row.scope),
  chunk: Number(row.chunk),
  chunk_offset: Number(row.chunk_offset),
  raw_size: Number(row.raw_size),
});
