import type { WritableDatabase } from '../file/database.ts';
import { RowCounts } from './row-counts.ts';
import { UnusedNames } from '../writing/unused-names.ts';
import { Remembered } from '../remembered.ts';

/** Sets a project; what spans have together beyond those is indexed key by key. */
const MAX_SETS = 1000;
const MAX_REMEMBERED = 10_000;

interface SetRow {
  readonly id: number;
  readonly keys: string;
}

/**
 * Which keys of content spans have together, written in the caller's transaction: nearly all spans of an agent have the same
 * few, and only their presence is indexed, so that one row of the index stands for all of a span's.
 */
export class ContentSets {
  readonly #find;
  readonly #counts: RowCounts;
  readonly #insert;
  readonly #insertKey;
  readonly #deleteKeys;
  readonly #unused: UnusedNames<SetRow>;
  /** Null: the project has too many. */
  readonly #ids = new Remembered<string, number | null>(MAX_REMEMBERED);

  constructor(database: WritableDatabase) {
    this.#find = database
      .prepare<[number, string], number>('SELECT id FROM content_sets WHERE project = ? AND keys = ?')
      .pluck();
    this.#counts = new RowCounts(database, 'content_sets');
    this.#insert = database.prepare('INSERT INTO content_sets (project, keys) VALUES (?, ?)');
    this.#insertKey = database.prepare('INSERT INTO content_set_keys (key, content_set) VALUES (?, ?)');
    this.#deleteKeys = database.prepare('DELETE FROM content_set_keys WHERE key = ? AND content_set = ?');
    this.#unused = new UnusedNames(database, 'content_sets', 'attribute_index WHERE key = -content_sets.id');
  }

  /** After a rollback: sets that were just inserted are gone. */
  reset(): void {
    this.#ids.clear();
    this.#counts.reset();
    this.#unused.reset();
  }

  /** The set of these keys of the project, each once; null where it is to have none. */
  idOf(project: number, keys: readonly number[]): number | null {
    // As they come, which is in the same order again and again: sorting takes as long as all else here.
    return this.#ids.of(`${project} ${keys.join()}`, () => {
      const text = JSON.stringify(keys.toSorted((a, b) => a - b));
      return this.#find.get(project, text) ?? this.#add(project, text, keys);
    });
  }

  #add(project: number, text: string, keys: readonly number[]): number | null {
    if (this.#counts.of(project) >= MAX_SETS) return null;
    this.#counts.addOne(project);
    const id = Number(this.#insert.run(project, text).lastInsertRowid);
    for (const key of keys) this.#insertKey.run(key, id);
    return id;
  }

  /** A span that had the set went. */
  note(id: number): void {
    this.#unused.note(id);
  }

  /** Drops the sets that no span has any more: at the end of a transaction. Answers the keys that they had. */
  drop(): number[] {
    const gone = this.#unused.drop();
    if (gone.length > 0) {
      this.#ids.clear();
      this.#counts.reset();
    }
    return gone.flatMap(({ id, keys: text }) => {
      const keys = keysOfSet(text);
      for (const key of keys) this.#deleteKeys.run(key, id);
      return keys;
    });
  }
}

/** The ids of the keys of a set, as its row says them. */
export const keysOfSet = (keys: string): number[] => JSON.parse(keys) as number[];
