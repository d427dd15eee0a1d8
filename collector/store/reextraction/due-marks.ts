import type { WritableDatabase } from '../file/database.ts';
import type { ExtractionCounts } from './extraction-counts.ts';
import type { TraceCache } from '../traces/trace-cache.ts';

/** Traces that are marked at a time. */
const BATCH = 500;

interface MarkedTrace {
  readonly id: number;
  readonly project: number;
  readonly trace_id: string;
  readonly extraction: number;
  readonly reindexed: string | null;
  readonly span_count: number;
}

export interface DueMarksParts {
  readonly traces: TraceCache;
  readonly extractions: ExtractionCounts;
}

/** Makes traces due for reindexing whatever version extracted them, in the caller's transactions. */
export class DueMarks {
  readonly #parts: DueMarksParts;
  readonly #select;
  readonly #mark;
  /** Traces up to this one are marked. */
  #markedTo = 0;

  constructor(database: WritableDatabase, parts: DueMarksParts) {
    this.#parts = parts;
    this.#select = database.prepare<[number, number, number], MarkedTrace>(
      `SELECT id, project, trace_id, extraction, reindexed, span_count FROM traces WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
    );
    // A trace of which a part was done already begins again from its first span.
    this.#mark = database.prepare(
      "UPDATE traces SET extraction = 0, reindexed = IIF(reindexed IS NULL, NULL, '0/') WHERE id = ?",
    );
  }

  /** After a rollback. */
  reset(): void {
    this.#markedTo = 0;
  }

  /** Marks the next traces with ids up to `last`. False when none was left; the next call then begins again. */
  markSome(last: number): boolean {
    const { traces, extractions } = this.#parts;
    const found = this.#select.all(this.#markedTo, last, BATCH);
    this.#markedTo = found.at(-1)?.id ?? 0;
    for (const { id, project, trace_id, extraction, reindexed, span_count } of found) {
      if (extraction === 0 && reindexed === null) continue;
      this.#mark.run(id);
      extractions.add(extraction, -span_count);
      extractions.add(0, span_count);
      traces.forget(project, trace_id);
    }
    return found.length > 0;
  }
}
