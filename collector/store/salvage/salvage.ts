import Database, { type Statement } from 'better-sqlite3';
import { LeafPages } from './leaf-pages.ts';
import { NO_PREVIEWS, previewsAt, type Previews } from '../chunks/previews.ts';
import { formatOf, whyLeftAlone } from '../file/migrate.ts';
import { unpackUnchecked } from '../packing/unpack.ts';
import { readableRows, withThoseOfPages } from './readable-rows.ts';
import type { SharedBytes } from '../rows/span-row.ts';
import { Remembered } from '../remembered.ts';

/** A row by the names of its columns, of which a file of an older version lacks some. */
export type SalvagedRow = Readonly<Record<string, bigint | number | string | Buffer | null>>;

/** Rows kept by `find`. */
const MAX_KEPT = 1000;
/** Kept unpacked: the spans of a chunk and their previews. One huge span is a chunk as large as the request that brought it. */
const MAX_UNPACKED = 2;
/** The ends of what SQLite takes for an integer. */
const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;
/** Below every key of a table, as its highest where it has no rows. */
const NONE = -1n;
/** A series whose points can't be read must not hold up the next for long. */
const MAX_FAILED_READS_A_SERIES = 200;

/** The keys of the first and the last row, and how many rows at most. */
type Range = [from: bigint, to: bigint, limit: number];

/** The columns of `metric_points`, in the order in which they lie in its rows, which have no row ids. */
const POINT_COLUMNS = ['series', 'time_ns', 'start_ns', 'value', 'fields'];

/**
 * Reads what can be read of a database, damaged or not, and of any version up to this one. Whatever a row refers to is
 * looked up by itself, so that a damaged page costs what lies in it and nothing else.
 */
export class Salvage {
  readonly #database: Database.Database;
  readonly #pages: LeafPages | null;
  readonly #columnsOf = new Map<string, readonly string[]>();
  readonly #places = new Map<string, ReadonlyMap<bigint, number>>();
  readonly #unpacked = new Remembered<string, Buffer | null>(MAX_UNPACKED);
  readonly #statements = new Map<string, Statement<unknown[], SalvagedRow> | null>();
  readonly #kept = new Remembered<string, SalvagedRow | null>(MAX_KEPT);

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
    this.#database = database;
    this.#pages = attempt(() => new LeafPages(file));
  }

  close(): void {
    this.#database.close();
    this.#pages?.close();
  }

  /** The format of the file, as migrations number it. */
  get format(): number {
    return formatOf(this.#database);
  }

  /** Why nothing is to be made of it, as `whyLeftAlone` says; null also where its list of tables is damaged. */
  get whyLeftAlone(): string | null {
    return attempt(() => whyLeftAlone(this.#database));
  }

  /** The names of all tables, indexes, views and triggers; none where their list is damaged. */
  names(): string[] {
    return (attempt(() => this.#prepare('SELECT name FROM sqlite_schema')?.all()) ?? []).map((row) =>
      String(row['name']),
    );
  }

  /** How many rows a table has, as far as its smallest index knows; null where that can't be read. */
  count(table: string): number | null {
    return attempt(() => Number(this.#prepare(`SELECT COUNT(*) AS n FROM ${table}`)?.get()?.['n'] ?? 0));
  }

  /**
   * All rows of a table that can be read, in no order; those that SQLite can't reach, from the pages themselves. None where the file
   * has no such table. `key` is its integer primary key.
   */
  *rows(table: string, key = 'id'): Generator<SalvagedRow> {
    const [up, down] = ['ASC', 'DESC'].map((direction) =>
      this.#prepare(
        `SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ? ORDER BY ${key} ${direction} LIMIT ?`,
      ),
    );
    if (!up || !down) return;
    const source = {
      up: (...range: Range) => up.iterate(...range),
      down: (...range: Range) => down.iterate(...range),
      keyOf: (row: SalvagedRow) => row[key],
    };
    yield* withThoseOfPages(
      source,
      readableRows(source, 0n, this.#highest(table, key)),
      () => this.#pages?.places(this.#rootOf(table)) ?? [],
      (place) => this.#rowAt(place, this.#columns(table), key),
    );
  }

  /**
   * The highest key of a table. Its last page and its smallest index are both asked, since a damaged page may give any key
   * without an error; where one of them can't be read, twice the number of its rows is allowed for.
   */
  #highest(table: string, key: string): bigint {
    const asked = [`SELECT MAX(${key}) AS n FROM ${table}`, `SELECT MAX(+${key}) AS n FROM ${table}`];
    const highest = asked.map((sql) => {
      const found = attempt(() => this.#prepare(sql)?.get()?.['n'] ?? NONE);
      return typeof found === 'bigint' ? found : BigInt((this.count(table) ?? 100_000) * 2);
    });
    return highest.reduce((most, one) => (one > most ? one : most));
  }

  /** The points of a series that SQLite can reach, in no order. Answers whether these are sure to be all. */
  *points(series: bigint): Generator<SalvagedRow, boolean> {
    const [up, down] = ['ASC', 'DESC'].map((direction) =>
      this.#prepare(
        `SELECT * FROM metric_points WHERE series = ? AND time_ns BETWEEN ? AND ? ORDER BY time_ns ${direction} LIMIT ?`,
      ),
    );
    if (!up || !down) return false;
    const source = {
      up: (...range: Range) => up.iterate(series, ...range),
      down: (...range: Range) => down.iterate(series, ...range),
      keyOf: (row: SalvagedRow) => row['time_ns'],
    };
    const latest = attempt(() =>
      this.#prepare('SELECT MAX(time_ns) AS n FROM metric_points WHERE series = ?')?.get(series),
    );
    const to = typeof latest?.['n'] === 'bigint' ? latest['n'] : HIGHEST;
    return yield* readableRows(source, LOWEST, to, MAX_FAILED_READS_A_SERIES);
  }

  /** The points of all series from the pages themselves, in no order. It reads every page. */
  *pointsOfPages(): Generator<SalvagedRow> {
    for (const place of this.#pages?.recordPlaces(this.#rootOf('metric_points')) ?? []) {
      const point = this.#pointAt(place);
      if (point !== null) yield point;
    }
  }

  #pointAt(place: number): SalvagedRow | null {
    return attempt(() => {
      const values = this.#pages!.record(place);
      return Object.fromEntries(POINT_COLUMNS.map((name, i) => [name, values[i] ?? null]));
    });
  }

  /** The row with this key; null where there is none, undefined where it can't be read. Up to MAX_KEPT are kept. */
  find(table: string, id: unknown, key = 'id'): SalvagedRow | null | undefined {
    const name = `${table}/${String(id)}`;
    return this.#kept.of(name, () => this.#look(table, id, key));
  }

  /** As `find`, without keeping it. */
  #look(table: string, id: unknown, key: string): SalvagedRow | null | undefined {
    const statement = this.#prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
    if (!statement) return undefined;
    try {
      // SQLite halves its way through a page: one wrong key hides others, too.
      return statement.get(id) ?? this.#fromPage(table, id, key);
    } catch {
      return this.#fromPage(table, id, key) ?? undefined;
    }
  }

  /** Reads the row's page itself; null where that is damaged, too, or the row was never there. */
  #fromPage(table: string, id: unknown, key: string): SalvagedRow | null {
    const place = typeof id === 'bigint' ? this.#placesIn(table).get(id) : undefined;
    return place === undefined ? null : this.#rowAt(place, this.#columns(table), key);
  }

  /** Null where the row is damaged, or the table's columns can't be told. */
  #rowAt(place: number, columns: readonly string[], key: string): SalvagedRow | null {
    if (!columns.includes(key)) return null;
    return attempt(() => {
      const { id, values } = this.#pages!.row(place);
      const row = columns.map((name, i) => [name, name === key ? id : (values[i] ?? null)]);
      return Object.fromEntries(row) as SalvagedRow;
    });
  }

  /** The names of a table's columns; none where they can't be told. */
  #columns(table: string): readonly string[] {
    const known = this.#columnsOf.get(table);
    if (known !== undefined) return known;
    const sql = `SELECT name FROM pragma_table_info('${table}') ORDER BY cid`;
    const found = (attempt(() => this.#prepare(sql)?.all()) ?? []).map((column) => String(column['name']));
    this.#columnsOf.set(table, found);
    return found;
  }

  /** Where the rows of a table lie that others refer to, by key. Made when first one can't be reached: it reads every page. */
  #placesIn(table: string): ReadonlyMap<bigint, number> {
    const known = this.#places.get(table);
    if (known !== undefined) return known;
    const found = new Map(this.#pages?.places(this.#rootOf(table)));
    this.#places.set(table, found);
    return found;
  }

  #rootOf(table: string): number {
    const sql = 'SELECT rootpage AS n FROM sqlite_schema WHERE name = ?';
    return Number(this.#prepare(sql)?.get(table)?.['n']);
  }

  /** The raw bytes that a row refers to; null where they can't be read. */
  raw(row: SalvagedRow): Buffer | null {
    const [from, size] = [Number(row['chunk_offset']), Number(row['raw_size'])];
    const bytes = this.#unpack(row['chunk'], 'data')?.subarray(from, from + size);
    return bytes?.length === size ? bytes : null;
  }

  /** The previews of a span's row; none where they can't be read. */
  previews(row: SalvagedRow): Previews {
    const [place, input, output] = ['preview_at', 'input_preview', 'output_preview'].map((name) => row[name]);
    if (typeof place === 'bigint') {
      const sheet = this.#unpack(row['chunk'], 'previews');
      return sheet ? previewsAt(sheet, Number(place)) : NO_PREVIEWS;
    }
    return {
      inputPreview: typeof input === 'string' ? input : null,
      outputPreview: typeof output === 'string' ? output : null,
    };
  }

  /** Rows come in the order of their chunks: the last is kept unpacked. */
  #unpack(id: unknown, column: 'data' | 'previews'): Buffer | null {
    const name = `${String(id)}/${column}`;
    return this.#unpacked.of(name, () => {
      const packed = this.#look('chunks', id, 'id')?.[column];
      return attempt(() => (Buffer.isBuffer(packed) ? unpackUnchecked(packed) : null));
    });
  }

  /** A resource or scope, kept once for many rows; null where it is lost. */
  shared(table: 'resources' | 'scopes', id: unknown): SharedBytes | null {
    const row = this.find(table, id);
    const [bytes, schemaUrl] = [row?.['bytes'], row?.['schema_url']];
    return Buffer.isBuffer(bytes) && typeof schemaUrl === 'string' ? { bytes, schemaUrl } : null;
  }

  /** Null where the file has no such table or column. */
  #prepare(sql: string): Statement<unknown[], SalvagedRow> | null {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = attempt(() => this.#database.prepare<unknown[], SalvagedRow>(sql).safeIntegers());
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Null where `read` throws, whatever that is: damaged bytes can make reading fail anywhere. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
