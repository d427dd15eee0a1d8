import type { WritableDatabase } from '../file/database.ts';

/** What one piece of merging writes: some milliseconds. */
const MERGED_PAGES = 8;
/** FTS5 keeps which rows of a segment are deleted in pages of its data from this id on, as long as it has such rows. */
const FIRST_LIST_OF_DELETED = '9007199254740992';

/**
 * The words of spans that are gone. They are found no more with the transaction that deletes them, but FTS5 has them in its
 * segments until those are merged, which it does for a segment when a tenth of its rows are deleted. That gives room
 * back; what somebody asked to be deleted must not wait for it, and has all segments merged into one.
 */
export class DeletedWords {
  readonly #delete;
  readonly #mergeSome;
  readonly #gather;
  readonly #writeOut;
  readonly #changes;
  readonly #hasLists;
  readonly #isErasing;
  readonly #eraseAll;
  readonly #erased;
  /** Spans of this transaction whose words are to go. */
  readonly #spans: number[] = [];

  constructor(database: WritableDatabase) {
    const merge = (pages: number): string => `INSERT INTO search (search, rank) VALUES ('merge', ${pages})`;
    this.#delete = database.prepare<[number]>('DELETE FROM search WHERE rowid = ?');
    this.#mergeSome = database.prepare(merge(MERGED_PAGES));
    // A negative number of pages: all segments go into one merge first, if there is only one that has deleted rows, too.
    this.#gather = database.prepare(merge(-MERGED_PAGES));
    this.#writeOut = database.prepare("INSERT INTO search (search) VALUES ('flush')");
    this.#changes = database.prepare<[], number>('SELECT total_changes()').pluck();
    this.#hasLists = database
      .prepare(`SELECT 1 FROM search_data WHERE id >= ${FIRST_LIST_OF_DELETED} LIMIT 1`)
      .pluck();
    this.#isErasing = database.prepare('SELECT 1 FROM search_erasing').pluck();
    this.#eraseAll = database.prepare('INSERT OR IGNORE INTO search_erasing (id) VALUES (1)');
    // What is still to be swept has words that are not even marked as deleted.
    this.#erased = database.prepare(
      'DELETE FROM search_erasing WHERE NOT EXISTS (SELECT 1 FROM doomed_traces)',
    );
  }

  /** After a rollback. */
  reset(): void {
    this.#spans.length = 0;
  }

  add(span: number): void {
    this.#spans.push(span);
  }

  /**
   * The last of a transaction. With every statement after it that has a trigger or returns rows, FTS5 would write out what
   * it has gathered until then.
   */
  flush(): void {
    if (this.#spans.length === 0) return;
    for (const span of this.#spans) this.#delete.run(span);
    this.#spans.length = 0;
    this.#writeOut.run();
  }

  /** A piece of the merging that FTS5 finds due, or of what `gather` has begun; false when there was nothing to merge. */
  merge(): boolean {
    return this.#hasMerged(this.#mergeSome);
  }

  /** Begins to merge all segments into one; false when that is all there is, without a deleted row. */
  gather(): boolean {
    return this.#hasMerged(this.#gather);
  }

  #hasMerged(merging: { run(): unknown }): boolean {
    const before = this.#changes.get() ?? 0;
    merging.run();
    // The command itself counts as one (https://www.sqlite.org/fts5.html#the_merge_command).
    return (this.#changes.get() ?? 0) - before >= 2;
  }

  /** What this transaction deletes is to leave the file soon, and what was deleted before it with it. */
  eraseAll(): void {
    this.#eraseAll.run();
  }

  get isErasing(): boolean {
    return this.#isErasing.get() !== undefined;
  }

  /** No segment has a deleted row. */
  get areGone(): boolean {
    return this.#hasLists.get() === undefined;
  }

  /** Forgets that there was something to erase. */
  erased(): void {
    this.#erased.run();
  }
}
