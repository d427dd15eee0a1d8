import { selectColumns } from './columns.ts';
import type { WritableDatabase } from './database.ts';
import { RowBatch } from './row-batch.ts';
import { FACET_COLUMNS, TraceFacets, type FacetCount, type FacetFacts } from './trace-facets.ts';

/** Values whose ids are remembered. */
const MAX_REMEMBERED = 10_000;

/** Writes the names that a trace's spans carry. */
export class FacetRows {
  readonly #find;
  readonly #insertValue;
  readonly #rows;
  readonly #delete;
  readonly #facts;
  readonly #deleteValues;
  readonly #ids = new Map<string, number>();

  constructor(database: WritableDatabase) {
    this.#find = database
      .prepare<[number, string, string], number>(
        'SELECT id FROM facet_values WHERE project = ? AND facet = ? AND value = ?',
      )
      .pluck();
    this.#insertValue = database.prepare('INSERT INTO facet_values (project, facet, value) VALUES (?, ?, ?)');
    this.#rows = new RowBatch(
      database,
      'INSERT INTO trace_facets (value, trace, spans)',
      3,
      'ON CONFLICT DO UPDATE SET spans = excluded.spans',
    );
    this.#delete = database.prepare('DELETE FROM trace_facets WHERE value = ? AND trace = ?');
    this.#facts = database.prepare<[number], FacetFacts>(
      `SELECT ${selectColumns(FACET_COLUMNS)} FROM spans WHERE trace = ?`,
    );
    this.#deleteValues = database.prepare('DELETE FROM facet_values WHERE project = ?');
  }

  /** After a rollback: values that were just inserted are gone. */
  reset(): void {
    this.#ids.clear();
    this.#rows.reset();
  }

  save(project: number, trace: number, counts: readonly FacetCount[]): void {
    for (const { facet, value, spans } of counts)
      this.#rows.add(this.#idOf(project, facet, value), trace, spans);
  }

  #idOf(project: number, facet: string, value: string): number {
    const key = `${project}/${facet}/${value}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id =
      this.#find.get(project, facet, value) ??
      Number(this.#insertValue.run(project, facet, value).lastInsertRowid);
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    this.#ids.set(key, id);
    return id;
  }

  /** Rows that were saved are in the table from here on. */
  flush(): void {
    this.#rows.flush();
  }

  /** Takes out names that no span of the trace may carry any more; those that some do are saved again. */
  remove(project: number, trace: number, counts: Iterable<FacetCount>): void {
    this.flush();
    for (const { facet, value } of counts) this.#delete.run(this.#idOf(project, facet, value), trace);
  }

  /** Takes out the names of a span whose trace is deleted, whichever other spans of the trace carry them. */
  removeSpan(project: number, trace: number, span: FacetFacts): void {
    const facets = new TraceFacets();
    facets.add(span);
    this.remove(project, trace, facets.all());
  }

  /**
   * Takes out a trace (ids of the rows). To be called in the transaction that deletes the trace, while its spans are still
   * there: they say which names it has.
   */
  removeTrace(project: number, trace: number): void {
    const facets = new TraceFacets();
    for (const span of this.#facts.all(trace)) facets.add(span);
    this.remove(project, trace, facets.all());
  }

  /** For a project that goes, after all its traces. */
  removeProject(project: number): void {
    this.#deleteValues.run(project);
    this.#ids.clear();
  }
}
