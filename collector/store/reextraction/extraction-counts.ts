import { EXTRACTION_VERSION } from '../../lib/version.ts';
import type { WritableDatabase } from '../file/database.ts';

/** How many spans lie in traces of each version of extraction, kept in the caller's transaction. */
export class ExtractionCounts {
  readonly #add;
  readonly #drop;
  readonly #due;
  readonly #changes = new Map<number, number>();

  constructor(database: WritableDatabase) {
    this.#add = database.prepare(
      `INSERT INTO extractions (version, spans) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET spans = spans + excluded.spans`,
    );
    this.#due = database
      .prepare<[number], number>('SELECT COALESCE(SUM(spans), 0) FROM extractions WHERE version < ?')
      .pluck();
    this.#drop = database.prepare('DELETE FROM extractions WHERE spans = 0');
  }

  /** After a rollback. */
  reset(): void {
    this.#changes.clear();
  }

  /** Committed spans that an older version extracted. */
  get dueSpans(): number {
    return this.#due.get(EXTRACTION_VERSION) ?? 0;
  }

  add(version: number, spans: number): void {
    if (spans !== 0) this.#changes.set(version, (this.#changes.get(version) ?? 0) + spans);
  }

  /** Writes what has changed, in the caller's transaction. */
  flush(): void {
    if (this.#changes.size === 0) return;
    for (const [version, spans] of this.#changes) this.#add.run(version, spans);
    this.#changes.clear();
    this.#drop.run();
  }
}
