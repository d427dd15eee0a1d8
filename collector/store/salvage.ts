import Database, { type Statement } from 'better-sqlite3';
import { decodeEntries } from './attribute-index.ts';
import { isContent } from './attribute-rules.ts';
import { ChunkReader } from './chunks.ts';
import { SPAN_COLUMNS, columnName } from './columns.ts';
import type { ReadableDatabase } from './database.ts';
import { LOG_COLUMNS, type LogRow } from './log-row.ts';
import { SERIES_COLUMNS, type PointRow, type SeriesColumns } from './metric-row.ts';
import { readableRows } from './readable-rows.ts';
import type { IndexedAttribute, IndexedKey, SharedBytes, SpanColumns } from './span-row.ts';

/** As it stands in the file; a file of an older version lacks columns. */
export type SalvagedRow = Readonly<Record<string, bigint | number | string | Buffer | null>>;

const NOTHING: SharedBytes = { bytes: Buffer.alloc(0), schemaUrl: '' };
const MAX_KEPT = 1000;
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;
/** A series whose points can't be read must not hold up the next for long. */
const MAX_FAILED_READS_A_SERIES = 200;

/**
 * Reads what can be read of a database, damaged or not, and of any version up to this one. Whatever a row refers to is
 * looked up by itself, so that a damaged page costs what lies in it and nothing else.
 */
export class Salvage {
  readonly #database: ReadableDatabase;
  readonly #chunks: ChunkReader | null;
  readonly #statements = new Map<string, Statement<unknown[], SalvagedRow> | null>();
  readonly #kept = new Map<string, SalvagedRow | null>();
  readonly #keys = new Map<number, IndexedKey | null>();

  /** Throws where not even the list of tables can be read. */
  constructor(file: string) {
    const database = new Database(file, { readonly: true, timeout: 5000 });
    try {
      // A file that is shorter than it says is read as far as it goes.
      database.unsafeMode(true);
      database.pragma('writable_schema = ON');
      database.pragma('query_only = ON');
      database.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database as unknown as ReadableDatabase;
    this.#chunks = attempt(() => new ChunkReader(this.#database));
  }

  close(): void {
    this.#database.close();
  }

  /** The format of the file, as migrations number it. */
  get format(): number {
    return this.#database.pragma('user_version', { simple: true }) as number;
  }

  /** How many rows a table has, as far as its smallest index knows; null where that can't be read. */
  count(table: string): number | null {
    return attempt(() => Number(this.#prepare(`SELECT COUNT(*) AS n FROM ${table}`)?.get()?.['n'] ?? 0));
  }

  /** All rows of a table that can be read. */
  *rows(table: string, key = 'id'): Generator<SalvagedRow> {
    const [up, down] = ['ASC', 'DESC'].map((direction) =>
      this.#prepare(
        `SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ? ORDER BY ${key} ${direction} LIMIT ?`,
      ),
    );
    if (!up || !down) return;
    yield* readableRows(
      {
        up: (...range) => up.iterate(...range),
        down: (...range) => down.iterate(...range),
        keyOf: (row) => row[key] as bigint,
      },
      0n,
      this.#highest(table, key),
    );
  }

  /** The highest key of a table; where its own end is damaged, what an index or the number of its rows lets expect. */
  #highest(table: string, key: string): bigint {
    const asked = [`SELECT MAX(${key}) AS n FROM ${table}`, `SELECT MAX(+${key}) AS n FROM ${table}`];
    for (const sql of asked) {
      const highest = attempt(() => this.#prepare(sql)?.get()?.['n'] ?? 0n);
      if (typeof highest === 'bigint') return highest;
    }
    return BigInt((this.count(table) ?? 100_000) * 2);
  }

  /** The points of a series that can be read. */
  *points(series: bigint): Generator<SalvagedRow> {
    const [up, down] = ['ASC', 'DESC'].map((direction) =>
      this.#prepare(
        `SELECT * FROM metric_points WHERE series = ? AND time_ns BETWEEN ? AND ? ORDER BY time_ns ${direction} LIMIT ?`,
      ),
    );
    if (!up || !down) return;
    yield* readableRows(
      {
        up: (...range) => up.iterate(series, ...range),
        down: (...range) => down.iterate(series, ...range),
        keyOf: (row) => row['time_ns'] as bigint,
      },
      LOWEST,
      HIGHEST,
      MAX_FAILED_READS_A_SERIES,
    );
  }

  /** The row with this id; null where there is none, undefined where it can't be read. Kept for the next to ask. */
  find(table: string, id: unknown, key = 'id'): SalvagedRow | null | undefined {
    const name = `${table}/${String(id)}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const statement = this.#prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
    if (!statement) return undefined;
    try {
      const row = statement.get(id) ?? null;
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
      this.#kept.set(name, row);
      return row;
    } catch {
      return undefined;
    }
  }

  /** The raw bytes that a row refers to; null where they can't be read. */
  raw(row: SalvagedRow): Buffer | null {
    const size = Number(row['raw_size']);
    const bytes = attempt(
      () => this.#chunks?.read(Number(row['chunk']), Number(row['chunk_offset']), size) ?? null,
    );
    return bytes?.length === size ? bytes : null;
  }

  /** What is kept once for many rows; empty where it is lost. */
  shared(table: 'resources' | 'scopes', id: unknown): SharedBytes {
    const row = this.find(table, id);
    return row ? { bytes: row['bytes'] as Buffer, schemaUrl: String(row['schema_url']) } : NOTHING;
  }

  /** What a span has in the attribute index, but for keys that are lost. */
  attributes({ indexed }: SalvagedRow): IndexedAttribute[] {
    const entries = typeof indexed === 'string' ? (attempt(() => decodeEntries(indexed)) ?? []) : [];
    const found: IndexedAttribute[] = [];
    for (let i = 0; i + 1 < entries.length; i += 2) {
      const key = this.#key(Number(entries[i]));
      if (key !== null) found.push({ key, value: entries[i + 1]! });
    }
    return found;
  }

  /** One object a key, by which the writer knows it again. */
  #key(id: number): IndexedKey | null {
    const known = this.#keys.get(id);
    if (known !== undefined) return known;
    const row = this.find('attribute_keys', id);
    const key = row ? indexedKey(row) : null;
    this.#keys.set(id, key);
    return key;
  }

  /** Null where the file has no such table. */
  #prepare(sql: string): Statement<unknown[], SalvagedRow> | null {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = attempt(() => this.#database.prepare<unknown[], SalvagedRow>(sql).safeIntegers());
    this.#statements.set(sql, statement);
    return statement;
  }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const indexedKey = (row: SalvagedRow): IndexedKey => ({
  name: String(row['key']),
  contentOnly: isContent(String(row['key'])),
  type: row['key_type'] as IndexedKey['type'],
  entity: row['entity_type'] as IndexedKey['entity'],
});

/** Columns under their record names; those named stay bigint, every other integer is one that a number holds. */
function columnsOf(row: SalvagedRow, names: readonly string[], large: readonly string[]): unknown {
  const entries = names.map((name) => {
    const value = row[columnName(name)] ?? null;
    return [name, typeof value === 'bigint' && !large.includes(name) ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

export const spanColumns = (row: SalvagedRow): SpanColumns =>
  columnsOf(row, SPAN_COLUMNS, ['startNs', 'endNs']) as SpanColumns;

export const logColumns = (row: SalvagedRow): LogRow['columns'] =>
  columnsOf(row, LOG_COLUMNS, ['timeNs', 'observedNs']) as LogRow['columns'];

const seriesColumns = (row: SalvagedRow): SeriesColumns =>
  columnsOf(row, SERIES_COLUMNS, []) as SeriesColumns;

/** The points of a series as they are written. */
export function* pointRows(salvage: Salvage, series: SalvagedRow): Generator<PointRow> {
  const common = {
    series: seriesColumns(series),
    resource: salvage.shared('resources', series['resource']),
    scope: salvage.shared('scopes', series['scope']),
  };
  for (const point of salvage.points(series['id'] as bigint))
    yield {
      ...common,
      timeNs: point['time_ns'] as bigint,
      startNs: point['start_ns'] as bigint | null,
      value: point['value'] as bigint | number | null,
      fields: point['fields'] as Buffer | null,
    };
}
