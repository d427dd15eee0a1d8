import type { WritableDatabase } from '../file/database.ts';
import { RowBatch } from '../writing/row-batch.ts';
import type { SessionNames } from './session-names.ts';
import { TraceFacets, type FacetCount, type FacetFacts } from './trace-facets.ts';
import { UnusedNames } from '../writing/unused-names.ts';
import { Remembered } from '../remembered.ts';

/** Values whose ids are remembered. */
const MAX_REMEMBERED = 10_000;

interface FacetValue {
  readonly project: number;
  readonly facet: string;
  readonly value: string;
}
/** The row of a trace by its id, with the session that it stands in and the one that it is to be in. */
interface TraceRow {
  readonly project: number;
  readonly trace: number;
  readonly before: number | null;
  readonly session: number | null;
}
const keyOf = (project: number, facet: string, value: string): string => `${project}/${facet}/${value}`;

/** Writes the names that a trace's spans carry. A name goes with the last trace that has it. */
export class FacetRows {
  readonly #find;
  readonly #insertValue;
  readonly #rows;
  readonly #delete;
  readonly #count;
  readonly #sessionOf;
  readonly #names: SessionNames;
  readonly #unused: UnusedNames<FacetValue>;
  readonly #ids = new Remembered<string, number>(MAX_REMEMBERED);
  /** Names that were taken out of traces in this transaction: each span of a trace asks for the same. */
  readonly #removed = new Set<string>();

  constructor(database: WritableDatabase, names: SessionNames) {
    this.#names = names;
    this.#find = database
      .prepare<[number, string, string], number>(
        'SELECT id FROM facet_values WHERE project = ? AND facet = ? AND value = ?',
      )
      .pluck();
    this.#insertValue = database.prepare('INSERT INTO facet_values (project, facet, value) VALUES (?, ?, ?)');
    this.#rows = new RowBatch(
      database,
      'INSERT INTO trace_facets (value, trace, spans, unnamed)',
      4,
      'ON CONFLICT DO UPDATE SET spans = excluded.spans, unnamed = excluded.unnamed',
    );
    this.#delete = database.prepare('DELETE FROM trace_facets WHERE value = ? AND trace = ?');
    this.#count = database
      .prepare<[number, number, number], number>(
        'UPDATE trace_facets SET spans = spans + ? WHERE value = ? AND trace = ? RETURNING spans',
      )
      .pluck();
    this.#sessionOf = database
      .prepare<[number, number], number | null>(
        'SELECT session FROM traces WHERE id = ? UNION ALL SELECT session FROM doomed_traces WHERE trace = ?',
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

  /** What has changed of them since they were last saved. */
  save(facets: TraceFacets, { project, trace, before, session }: TraceRow): void {
    if (before !== session)
      for (const { facet, value, stored } of facets.all()) {
        if (!stored) continue;
        this.#names.addFacet(-1, project, before, facet, value);
        this.#names.addFacet(1, project, session, facet, value);
      }
    for (const count of facets.takeChanged()) {
      const { facet, value, spans, unnamed, stored } = count;
      count.stored = spans > 0;
      if (count.stored) this.#rows.add(this.#idOf(project, facet, value), trace, spans, unnamed);
      else if (stored) this.#drop(this.#idOf(project, facet, value), trace);
      if (count.stored !== stored)
        this.#names.addFacet(count.stored ? 1 : -1, project, session, facet, value);
    }
  }

  #drop(value: number, trace: number): void {
    this.#delete.run(value, trace);
    this.#unused.note(value);
  }

  #idOf(project: number, facet: string, value: string): number {
    return this.#ids.of(
      keyOf(project, facet, value),
      () =>
        this.#find.get(project, facet, value) ??
        Number(this.#insertValue.run(project, facet, value).lastInsertRowid),
    );
  }

  /** Writes what was saved and drops the names that no trace has any more: at the end of a transaction. */
  flush(): void {
    this.#rows.flush();
    this.#removed.clear();
    for (const { project, facet, value } of this.#unused.drop())
      this.#ids.forget(keyOf(project, facet, value));
  }

  /** Takes out names that no span of the trace may carry any more; those that some do are saved again. */
  remove(project: number, trace: number, counts: Iterable<FacetCount>): void {
    this.#rows.flush();
    const session = this.#sessionOf.get(trace, trace) ?? null;
    for (const { facet, value } of counts) {
      const id = this.#ids.get(keyOf(project, facet, value)) ?? this.#find.get(project, facet, value);
      if (id === undefined || this.#delete.run(id, trace).changes === 0) continue;
      this.#unused.note(id);
      this.#names.addFacet(-1, project, session, facet, value);
    }
  }

  /** A span of the trace has other names than before; null where it is no more. Which spans name none is known when the trace is saved. */
  change(project: number, trace: number, before: FacetFacts, after: FacetFacts | null): void {
    this.#rows.flush();
    const [gone, come] = [namesOf(before), after === null ? new Map<string, FacetCount>() : namesOf(after)];
    const session = this.#sessionOf.get(trace, trace) ?? null;
    const add = (spans: 1 | -1, { facet, value }: FacetCount): void => {
      const traces = this.#add(spans, this.#idOf(project, facet, value), trace);
      if (traces !== 0) this.#names.addFacet(traces, project, session, facet, value);
    };
    for (const [name, count] of gone) if (!come.delete(name)) add(-1, count);
    for (const count of come.values()) add(1, count);
  }

  /** Answers how many traces more have this name. */
  #add(spans: 1 | -1, value: number, trace: number): 1 | 0 | -1 {
    const left = this.#count.get(spans, value, trace);
    if (spans < 0) this.#unused.note(value);
    if (left === undefined && spans > 0) {
      this.#rows.add(value, trace, spans, 0);
      this.#rows.flush();
      return 1;
    }
    if (left === undefined || left > 0) return 0;
    this.#delete.run(value, trace);
    return -1;
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
