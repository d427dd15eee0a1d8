import type { Statement } from 'better-sqlite3';
import { insertInto } from './columns.ts';
import type { WritableDatabase } from './database.ts';

/** Statements that are kept; an exporter that leaves out this and that must not fill memory. */
const MAX_STATEMENTS = 64;

/**
 * Inserts rows of a wide table without binding what they do not have: half of a span's columns are null, and handing over a
 * null takes as long as a number. There is a statement for each set of columns that a row comes with. At most 52 columns.
 */
export class SparseInsert {
  readonly #database: WritableDatabase;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #full: Statement;
  /** By the columns that they bind, column N as 2^N. */
  readonly #statements = new Map<number, Statement>();
  readonly #bound: unknown[] = [];

  /** `columns` as records name them; what is null must be the column's default. */
  constructor(database: WritableDatabase, table: string, columns: readonly string[]) {
    if (columns.length > 52) throw new RangeError(`${table} has too many columns`);
    this.#database = database;
    this.#table = table;
    this.#columns = columns;
    this.#full = database.prepare(insertInto(table, columns));
  }

  /** Answers the row's id. */
  run(values: readonly unknown[]): number {
    const bound = this.#bound;
    bound.length = 0;
    let columns = 0;
    let bit = 1;
    for (const value of values) {
      if (value !== null) {
        columns += bit;
        bound.push(value);
      }
      bit *= 2;
    }
    const statement = this.#statements.get(columns) ?? this.#prepare(columns, values);
    const { lastInsertRowid } = statement === this.#full ? statement.run(...values) : statement.run(...bound);
    return Number(lastInsertRowid);
  }

  #prepare(columns: number, values: readonly unknown[]): Statement {
    if (columns === 0 || this.#statements.size >= MAX_STATEMENTS) return this.#full;
    const names = this.#columns.filter((_, at) => values[at] !== null);
    const statement = this.#database.prepare(insertInto(this.#table, names));
    this.#statements.set(columns, statement);
    return statement;
  }
}
