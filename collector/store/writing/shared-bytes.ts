import { createHash } from 'node:crypto';
import type { WritableDatabase } from '../file/database.ts';
import type { SharedBytes } from '../rows/span-row.ts';
import { Remembered } from '../remembered.ts';

/** Rows whose ids are remembered. */
const MAX_REMEMBERED = 1000;

/** Gives each distinct resource (or scope) one row, which goes with the last row that refers to it. */
export class SharedBytesTable {
  readonly #select;
  readonly #insert;
  readonly #count;
  readonly #delete;
  readonly #ids = new Remembered<string, number>(MAX_REMEMBERED);
  /** Rows that came to refer to it less those that went, since the last `flush`. */
  readonly #uses = new Map<number, number>();
  #last: SharedBytes | undefined;
  #lastId = 0;

  constructor(database: WritableDatabase, table: 'resources' | 'scopes') {
    this.#select = database.prepare<[Buffer], number>(`SELECT id FROM ${table} WHERE hash = ?`).pluck();
    this.#insert = database.prepare(`INSERT INTO ${table} (hash, schema_url, bytes) VALUES (?, ?, ?)`);
    this.#count = database
      .prepare<[number, number], number>(`UPDATE ${table} SET uses = uses + ? WHERE id = ? RETURNING uses`)
      .pluck();
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE id = ?`);
  }

  /** After a rollback: rows that were just inserted are gone. */
  reset(): void {
    this.#uses.clear();
    this.#forgetIds();
  }

  #forgetIds(): void {
    this.#ids.clear();
    this.#last = undefined;
  }

  /** The id for one more row that refers to it. */
  id(shared: SharedBytes): number {
    if (shared !== this.#last) {
      this.#lastId = this.#find(shared);
      this.#last = shared;
    }
    this.#use(this.#lastId, 1);
    return this.#lastId;
  }

  /** A row that referred to it is gone. */
  release(id: number): void {
    this.#use(id, -1);
  }

  #use(id: number, change: 1 | -1): void {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + change);
  }

  /** Writes the counts, in the caller's transaction; what nobody refers to any more is deleted. */
  flush(): void {
    let isAnyGone = false;
    for (const [id, change] of this.#uses) {
      if ((this.#count.get(change, id) ?? 1) > 0) continue;
      this.#delete.run(id);
      isAnyGone = true;
    }
    this.#uses.clear();
    if (isAnyGone) this.#forgetIds();
  }

  #find(shared: SharedBytes): number {
    const hash = createHash('sha256').update(shared.schemaUrl).update('\0').update(shared.bytes).digest();
    return this.#ids.of(
      hash.toString('latin1'),
      () =>
        this.#select.get(hash) ??
        Number(this.#insert.run(hash, shared.schemaUrl, shared.bytes).lastInsertRowid),
    );
  }
}
