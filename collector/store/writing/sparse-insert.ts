import type { Statement } from 'better-sqlite3';
import { insertInto } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';

/** Statements that are kept: an exporter that fills other columns each time must not fill memory. */
const MAX_STATEMENTS = 64;

/**
 * Inserts rows of a wide table without binding nulls and zeros: half of a span's columns are null and a quarter are zero, and
 * handing these over takes as long as any other value. There is a statement for each set of columns that are bound. At most 53
 * columns: their bits are summed up in a number, which holds so many.
 */
export class SparseInsert {
  readonly #database: WritableDatabase;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #full: Statement;
  /** By the columns that they bind, then by those that are zero: column N as 2^N. */
  readonly #statements = new Map<number, Map<number, Statement>>();
  #count = 0;
  readonly #bound: unknown[] = [];

  /** `columns` as records name them; what is null must be the column's default. */
  constructor(database: WritableDatabase, table: string, columns: readonly string[]) {
    if (columns.length > 53) throw new RangeError(`${table} has too many columns`);
    this.#database = database;
    this.#table = table;
    this.#columns = columns;
    this.#full = database.prepare(insertInto(table, columns));
  }

  /** Answers the row's id. */
  run(values: readonly unknown[]): number {
    const bound = this.#bound;
    let [told, zeros, count] = [0, 0, 0];
    let bit = 1;
    for (const value of values) {
      if (isZero(value)) zeros += bit;
      else if (value !== null) {
        told += bit;
        bound[count++] = value;
      }
      bit *= 2;
    }
    bound.length = count;
    const statement = this.#statements.get(told)?.get(zeros) ?? this.#prepare(told, zeros, values);
    const { lastInsertRowid } = statement === this.#full ? statement.run(...values) : statement.run(...bound);
    return Number(lastInsertRowid);
  }

  #prepare(told: number, zeros: number, values: readonly unknown[]): Statement {
    if (told + zeros === 0 || this.#count >= MAX_STATEMENTS) return this.#full;
    const names = this.#columns.filter((_, at) => values[at] !== null);
    const marks = values.filter((value) => value !== null).map((value) => (isZero(value) ? '0' : '?'));
    const statement = this.#database.prepare(insertInto(this.#table, names, marks));
    const ofTold = this.#statements.get(told) ?? new Map<number, Statement>();
    this.#statements.set(told, ofTold.set(zeros, statement));
    this.#count++;
    return statement;
  }
}

/** Not minus zero, which a column of doubles keeps. */
const isZero = (value: unknown): boolean => Object.is(value, 0) || value === 0n;
