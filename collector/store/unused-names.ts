import type { Statement } from 'better-sqlite3';
import type { WritableDatabase } from './database.ts';

/** Rows that are there only because others refer to them: those that nobody refers to any more go. */
export class UnusedNames<Row> {
  readonly #delete: Statement<[number], Row>;
  readonly #ids = new Set<number>();

  /** `table` has an `id`, which `column` of `users` refers to, at the front of an index. */
  constructor(database: WritableDatabase, table: string, users: string, column: string) {
    this.#delete = database.prepare(
      `DELETE FROM ${table} WHERE id = ? AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${column} = ${table}.id) RETURNING *`,
    );
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
