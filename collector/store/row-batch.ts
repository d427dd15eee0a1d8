import type { Statement } from 'better-sqlite3';
import type { WritableDatabase } from './database.ts';

/** Rows a statement: past this the call itself no longer shows. */
const MAX_ROWS = 32;

/**
 * Gathers small rows and inserts many with one statement, in the caller's transaction: the call costs more than the row.
 * What is gathered is not in the table before `flush`.
 */
export class RowBatch {
  readonly #full: Statement;
  readonly #single: Statement;
  readonly #size: number;
  readonly #values: unknown[] = [];

  /** `before` up to VALUES, `after` what follows the rows. */
  constructor(database: WritableDatabase, before: string, columns: number, after = '') {
    const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
    const sql = (rows: number): string =>
      `${before} VALUES ${Array.from({ length: rows }, () => row).join(', ')} ${after}`;
    this.#full = database.prepare(sql(MAX_ROWS));
    this.#single = database.prepare(sql(1));
    this.#size = columns;
  }

  add(...values: unknown[]): void {
    for (const value of values) this.#values.push(value);
    if (this.#values.length < MAX_ROWS * this.#size) return;
    this.#full.run(...this.#values);
    this.#values.length = 0;
  }

  flush(): void {
    const values = this.#values;
    for (let at = 0; at < values.length; at += this.#size)
      this.#single.run(...values.slice(at, at + this.#size));
    values.length = 0;
  }

  /** After a rollback. */
  reset(): void {
    this.#values.length = 0;
  }
}
