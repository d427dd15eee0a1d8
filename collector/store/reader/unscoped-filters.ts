import { isLiving } from '../deleting/doomed.ts';
import type { Facet } from '../traces/trace-facets.ts';
import type { Statements } from './list-query.ts';

/** The distinct names of a kind that a project's spans carry, by name. */
export function namesOfSpans(statements: Statements, project: number, facet: Facet): string[] {
  const rows = statements.all<{ value: string }>(
    `SELECT value FROM facet_values AS names WHERE project = ? AND facet = ? AND EXISTS
       (SELECT 1 FROM trace_facets AS named WHERE named.value = names.id AND ${isLiving('named.trace')})
     ORDER BY value LIMIT 1000`,
    [project, facet],
  );
  return rows.map(({ value }) => value);
}
