import type { WritableDatabase } from '../database.ts';
import { RowBatch } from '../row-batch.ts';
import { TraceFacets, type FacetCount, type FacetFacts } from './trace-facets.ts';
import { UnusedNames } from '../unused-names.ts';

/** Values whose ids are remembered. */
const MAX_REMEMBERED = 10_000;

interface FacetValue {
  readonly project: number;
  readonly facet: string;
  readonly value: string;
}
const keyOf = (project: number, facet: string, value: string): string => `${project}/${facet}/${value}`;

/** Writes the names that a trace's spans carry. A name goes with the last trace that has it. */
export class FacetRows {
  readonly #find;
  readonly #insertValue;
  readonly #rows;
  readonly #delete;
  readonly #count;
  readonly #unused: UnusedNames<FacetValue>;
  readonly #ids = new Map<string, number>();
  /** Names that were taken out of traces in this transaction: each span of a trace asks for the same. */
  readonly #removed = new Set<string>();

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
    this.#count = database
      .prepare<[number, number, number], number>(
        'UPDATE trace_facets SET spans = spans + ? WHERE value = ? AND trace = ? RETURNING spans',
      )
      .pluck();
    this.#unused = new UnusedNames(database, 'facet_values', 'trace_facets WHERE value = facet_values.id');
  }

  /** After a rollback: values that were just inserted are gone. */
  reset(): void {
    this.#ids.clear();
    this.#rows.reset();
    this.#removed.clear();
    this.#unused.reset();
  }

  save(project: number, trace: number, counts: readonly FacetCount[]): void {
    for (const { facet, value, spans } of counts)
      this.#rows.add(this.#idOf(project, facet, value), trace, spans);
  }

  #idOf(project: number, facet: string, value: string): number {
    const key = keyOf(project, facet, value);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id =
      this.#find.get(project, facet, value) ??
      Number(this.#insertValue.run(project, facet, value).lastInsertRowid);
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    this.#ids.set(key, id);
    return id;
  }

  /** Writes what was saved and drops the names that no trace has any more: at the end of a transaction. */
  flush(): void {
    this.#rows.flush();
    this.#removed.clear();
    for (const { project, facet, value } of this.#unused.drop())
      this.#ids.delete(keyOf(project, facet, value));
  }

  /** Takes out names that no span of the trace may carry any more; those that some do are saved again. */
  remove(project: number, trace: number, counts: Iterable<FacetCount>): void {
    this.#rows.flush();
    for (const { facet, value } of counts) {
      const id = this.#ids.get(keyOf(project, facet, value)) ?? this.#find.get(project, facet, value);
      if (id !== undefined && this.#delete.run(id, trace).changes > 0) this.#unused.note(id);
    }
  }

  /** A span of the trace has other names than before; null where it is no more. */
  change(project: number, trace: number, before: FacetFacts, after: FacetFacts | null): void {
    this.#rows.flush();
    const [gone, come] = [namesOf(before), after === null ? new Map<string, FacetCount>() : namesOf(after)];
    for (const [name, { facet, value }] of gone)
      if (!come.delete(name)) this.#add(-1, this.#idOf(project, facet, value), trace);
    for (const { facet, value } of come.values()) this.#add(1, this.#idOf(project, facet, value), trace);
  }

  #add(spans: 1 | -1, value: number, trace: number): void {
    const left = this.#count.get(spans, value, trace);
    if (left === undefined && spans > 0) {
      this.#rows.add(value, trace, spans);
      this.#rows.flush();
    }
    if (left !== undefined && left <= 0) this.#delete.run(value, trace);
    if (spans < 0) this.#unused.note(value);
  }

  /** Takes out the names of a span whose trace is deleted, whichever other spans of the trace carry them. */
  removeSpan(project: number, trace: number, span: FacetFacts): void {
    const names = [...namesOf(span)].filter(([name]) => !this.#removed.has(`${trace}/${name}`));
    for (const [name] of names) this.#removed.add(`${trace}/${name}`);
    this.remove(
      project,
      trace,
      names.map(([, count]) => count),
    );
  }
}

/** Each name that a span carries, once. */
function namesOf(span: FacetFacts): Map<string, FacetCount> {
  const facets = new TraceFacets();
  facets.add(span);
  return new Map(facets.all().map((count) => [`${count.facet}/${count.value}`, count]));
}
