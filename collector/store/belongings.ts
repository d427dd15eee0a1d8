import type { AttributeIndex } from './attribute-index.ts';
import { selectColumns } from './columns.ts';
import type { WritableDatabase } from './database.ts';
import type { FacetRows } from './facet-rows.ts';
import { LogDeletion } from './log-deletion.ts';
import type { SharedTables } from './log-writer.ts';
import { MetricDeletion } from './metric-deletion.ts';
import type { MetricWriter } from './metric-writer.ts';
import type { SearchIndex } from './search-index.ts';
import { FACET_COLUMNS, type FacetFacts } from './trace-facets.ts';

/** A deleted trace whose rows have not all gone yet. `trace` and `project` are the ids of their rows. */
export interface DoomedTrace {
  readonly trace: number;
  readonly project: number;
  readonly trace_id: string;
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

/**
 * What goes besides spans, their bytes and the rows of traces, sessions and projects: one line each. All run in the
 * transaction of the deletion. Those with a `limit` answer how many rows went and are called until they say 0; raw bytes
 * that they release are cleaned out of their chunks by the caller.
 */
export interface Belongings {
  /** Rows beside a span. */
  readonly ofSpan: readonly ((span: RemovedSpan) => void)[];
  /** Rows of a trace, once its spans have gone. */
  readonly ofTrace: readonly ((trace: DoomedTrace, limit: number) => number)[];
  /** Rows of a project that belong to no trace. */
  readonly ofProject: readonly ((project: number, limit: number) => number)[];
  /** The same, older than a time: retention by days. */
  readonly looseBefore: readonly ((project: number, timeNs: bigint, limit: number) => number)[];
}

/** What the writer has of these tables. */
export interface BelongingParts extends SharedTables {
  readonly metrics: MetricWriter;
  readonly attributes: AttributeIndex;
  readonly facets: FacetRows;
  readonly search: SearchIndex;
}

/** Whatever is kept beside a span, a trace or a project is named here. */
export function belongings(database: WritableDatabase, parts: BelongingParts): Belongings {
  const { metrics, attributes, facets, search } = parts;
  const logs = new LogDeletion(database, parts);
  const points = new MetricDeletion(database, parts);
  const forgetSeries = (removed: number): number => {
    if (removed > 0) metrics.reset();
    return removed;
  };
  return {
    ofSpan: [
      (span) => attributes.removeSpan(span.trace, span.id, span.indexed),
      (span) => facets.removeSpan(span.project, span.trace, span),
      (span) => search.removeSpan(span.id),
    ],
    ofTrace: [
      ({ project, trace_id }, limit) => logs.ofTrace(project, trace_id, limit),
      ({ trace }, limit) => search.removeTexts(trace, limit),
    ],
    ofProject: [
      (project, limit) => logs.ofProject(project, limit),
      (project, limit) => forgetSeries(points.ofProject(project, limit)),
    ],
    looseBefore: [
      (project, timeNs, limit) => logs.looseBefore(project, timeNs, limit),
      (project, timeNs, limit) => forgetSeries(points.before(project, timeNs, limit)),
    ],
  };
}
