import { createHash } from 'node:crypto';
import type { WritableDatabase } from './database.ts';
import type { SharedBytes } from './span-row.ts';

/** Rows whose ids are remembered, and the longest bytes that are remembered whole. */
const MAX_REMEMBERED = 1000;

/** Gives each distinct resource (or scope) one row and answers its id. */
export class SharedBytesTable {
  readonly #select;
  readonly #insert;
  readonly #ids = new Map<string, number>();
  #last: SharedBytes | undefined;
  #lastId = 0;

  constructor(database: WritableDatabase, table: 'resources' | 'scopes') {
    this.#select = database.prepare<[Buffer], number>(`SELECT id FROM ${table} WHERE hash = ?`).pluck();
    this.#insert = database.prepare(`INSERT INTO ${table} (hash, schema_url, bytes) VALUES (?, ?, ?)`);
  }

  /** After a rollback: rows that were just inserted are gone. */
  reset(): void {
    this.#ids.clear();
    this.#last = undefined;
  }

  id(shared: SharedBytes): number {
    if (shared !== this.#last) {
      this.#lastId = this.#find(shared);
      this.#last = shared;
    }
    return this.#lastId;
  }

  #find(shared: SharedBytes): number {
    const hash = createHash('sha256').update(shared.schemaUrl).update('\0').update(shared.bytes).digest();
    const key = hash.toString('latin1');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id =
      this.#select.get(hash) ??
      Number(this.#insert.run(hash, shared.schemaUrl, shared.bytes).lastInsertRowid);
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    this.#ids.set(key, id);
    return id;
  }
}
