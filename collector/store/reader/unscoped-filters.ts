import type { Statements } from './list-query.ts';

/** The distinct values of a column of a project's spans, by name. */
export function distinctOfSpans(
  statements: Statements,
  project: number,
  column: 'service_name' | 'framework',
): string[] {
  const rows = statements.all<{ value: string }>(
    `SELECT DISTINCT ${column} AS value FROM spans WHERE project = ? AND ${column} IS NOT NULL ORDER BY value LIMIT 1000`,
    [project],
  );
  return rows.map(({ value }) => value);
}
