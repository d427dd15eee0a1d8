import type { WritableDatabase } from '../file/database.ts';
import { Remembered } from '../remembered.ts';

const MAX_PROJECTS = 1000;

/** How many rows of a table each project has: counting them takes as long as there are, again for each new name. */
export class RowCounts {
  readonly #count;
  readonly #counts = new Remembered<number, number>(MAX_PROJECTS);

  constructor(database: WritableDatabase, table: string) {
    this.#count = database
      .prepare<[number], number>(`SELECT COUNT(*) FROM ${table} WHERE project = ?`)
      .pluck();
  }

  of(project: number): number {
    return this.#counts.of(project, () => this.#count.get(project) ?? 0);
  }

  /** A row is added. */
  addOne(project: number): void {
    this.#counts.change(project, (count) => count + 1);
  }

  /** Rows are gone: after a rollback, or when some were deleted. */
  reset(): void {
    this.#counts.clear();
  }
}
