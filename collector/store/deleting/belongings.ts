import type { AttributeIndex } from '../attributes/attribute-index.ts';
import type { ChunkCleaner } from './chunk-cleaner.ts';
import { selectColumns } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import type { FacetRows } from '../traces/facet-rows.ts';
import { LogDeletion } from './log-deletion.ts';
import type { SharedTables } from '../writing/log-writer.ts';
import { LooseLogs } from './loose-logs.ts';
import { MetricDeletion } from './metric-deletion.ts';
import type { MetricWriter } from '../writing/metric-writer.ts';
import type { ProjectRows } from '../writing/project-rows.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { FACET_COLUMNS, type FacetFacts } from '../traces/trace-facets.ts';

/** A deleted trace whose rows have not all gone yet. `trace` and `project` are the ids of their rows. */
export interface DoomedTrace {
  readonly trace: number;
  readonly project: number;
  readonly trace_id: string;
  /** The id of the last log record that goes with it: what came later belongs to what came anew. */
  readonly last_log: number;
}

/** A span's row that is being deleted; add to the columns of `REMOVED_SPAN` what somebody needs. */
export interface RemovedSpan extends FacetFacts {
  readonly id: number;
  readonly trace: number;
  readonly project: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
  readonly indexed: string | null;
}
export const REMOVED_SPAN = `id, trace, project, raw_size, resource, scope, indexed, ${selectColumns(FACET_COLUMNS)}`;

/** The last ids that were given when a deletion of all began: it ends although more comes. */
export interface LastIds {
  readonly trace: number;
  readonly log: number;
  readonly series: number;
}

/** Takes away what belongs to no trace. One object serves one run of retention. */
export interface LooseRows {
  /** Looks at some rows up to a time, which may be later from call to call; false when there is none left to see. */
  removeSome(through: bigint): boolean;
}

/**
 * What goes besides spans, their bytes and the rows of traces, sessions and projects: one line each. All run in the
 * transaction of the deletion. What answers takes some rows away, a few milliseconds' worth, together with their raw bytes,
 * and says false when there was nothing to take.
 */
export interface Belongings {
  /** Rows beside a span. */
  readonly ofSpan: readonly ((span: RemovedSpan) => void)[];
  /** Rows of a trace, once its spans have gone. */
  readonly ofTrace: readonly ((trace: DoomedTrace) => boolean)[];
  /** Rows of a project that belong to no trace. */
  readonly ofProject: readonly ((project: number, last: LastIds) => boolean)[];
  /** Rows of whatever project that belong to no trace, by their age: for retention. */
  readonly loose: readonly (() => LooseRows)[];
}

/** What the writer has of these tables. */
export interface BelongingParts extends SharedTables {
  readonly cleaner: ChunkCleaner;
  readonly projects: ProjectRows;
  readonly metrics: MetricWriter;
  readonly attributes: AttributeIndex;
  readonly facets: FacetRows;
  readonly search: SearchIndex;
}

/** Whatever is kept beside a span, a trace or a project is named here. */
export function belongings(database: WritableDatabase, parts: BelongingParts): Belongings {
  const { resources, scopes, cleaner, projects, metrics, attributes, facets, search } = parts;
  const onLess = (project: number): void => void projects.shrink(project);
  const onSeriesGone = (): void => metrics.reset();
  const logs = new LogDeletion(database, { resources, scopes, cleaner });
  const points = new MetricDeletion(database, { resources, scopes, onLess, onSeriesGone });
  return {
    ofSpan: [
      (span) => attributes.removeSpan(span.trace, span.id, span.indexed),
      (span) => facets.removeSpan(span.project, span.trace, span),
      (span) => search.removeSpan(span.id),
    ],
    ofTrace: [
      ({ project, trace_id, last_log }) => logs.ofTrace(project, trace_id, last_log),
      ({ trace }) => search.removeTexts(trace),
    ],
    ofProject: [
      (project, last) => logs.ofProject(project, last.log),
      (project, last) => points.ofProject(project, last.series),
    ],
    loose: [() => new LooseLogs(database, logs, onLess), () => points],
  };
}
