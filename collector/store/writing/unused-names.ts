import type { Statement } from 'better-sqlite3';
import type { WritableDatabase } from '../file/database.ts';

/** Rows that are there only because others refer to them: those that nobody refers to any more go. */
export class UnusedNames<Row> {
  readonly #delete: Statement<[number], Row>;
  readonly #ids = new Set<number>();

  /** `users`: those that refer to the `id` of a row of `table`, by the front of an index. */
  constructor(database: WritableDatabase, table: string, ...users: readonly string[]) {
    const unused = users.map((rows) => `NOT EXISTS (SELECT 1 FROM ${rows})`).join(' AND ');
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE id = ? AND ${unused} RETURNING *`);
  }

  /** A row that referred to it went. */
  note(id: number): void {
    this.#ids.add(id);
  }

  /** Answers the rows that have gone. To be called at the end of the transaction, when all rows are written. */
  drop(): Row[] {
    const gone: Row[] = [];
    for (const id of this.#ids) gone.push(...this.#delete.all(id));
    this.#ids.clear();
    return gone;
  }

  /** After a rollback. */
  reset(): void {
    this.#ids.clear();
  }
}
