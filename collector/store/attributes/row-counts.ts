import type { WritableDatabase } from '../database.ts';

const MAX_PROJECTS = 1000;

/** How many rows of a table each project has: counting them takes as long as there are, again for each new name. */
export class RowCounts {
  readonly #count;
  readonly #counts = new Map<number, number>();

  constructor(database: WritableDatabase, table: string) {
    this.#count = database
      .prepare<[number], number>(`SELECT COUNT(*) FROM ${table} WHERE project = ?`)
      .pluck();
  }

  of(project: number): number {
    const known = this.#counts.get(project);
    if (known !== undefined) return known;
    if (this.#counts.size >= MAX_PROJECTS) this.#counts.clear();
    const count = this.#count.get(project) ?? 0;
    this.#counts.set(project, count);
    return count;
  }

  /** A row is added. */
  addOne(project: number): void {
    const known = this.#counts.get(project);
    if (known !== undefined) this.#counts.set(project, known + 1);
  }

  /** Rows are gone: after a rollback, or when some were deleted. */
  reset(): void {
    this.#counts.clear();
  }
}
