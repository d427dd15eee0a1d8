import type { Statement } from 'better-sqlite3';
import type { WritableDatabase } from '../file/database.ts';

/** Rows a statement: past the most the call itself no longer shows; the others take what is left at the end. */
const MAX_ROWS = 32;
const FEWER_ROWS = [8, 1];

/**
 * Gathers small rows and inserts many with one statement, in the caller's transaction: the call costs more than the row.
 * What is gathered is not in the table before `flush`.
 */
export class RowBatch {
  readonly #full: Statement;
  readonly #fewer: readonly { readonly rows: number; readonly statement: Statement }[];
  readonly #size: number;
  readonly #values: unknown[] = [];

  /** `before` up to VALUES, `after` what follows the rows. */
  constructor(database: WritableDatabase, before: string, columns: number, after = '') {
    const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
    const sql = (rows: number): string =>
      `${before} VALUES ${Array.from({ length: rows }, () => row).join(', ')} ${after}`;
    this.#full = database.prepare(sql(MAX_ROWS));
    this.#fewer = FEWER_ROWS.map((rows) => ({ rows, statement: database.prepare(sql(rows)) }));
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
    let at = 0;
    for (const { rows, statement } of this.#fewer) {
      const count = rows * this.#size;
      for (; at + count <= values.length; at += count) statement.run(...values.slice(at, at + count));
    }
    values.length = 0;
  }

  /** After a rollback. */
  reset(): void {
    this.#values.length = 0;
  }
}
