import type { Project } from '../../contract/projects.ts';
import type { Statements } from './list-query.ts';
import { formatMicros } from './time.ts';

/** The id of a project's row; undefined while nothing has come for it. */
export function findProject(statements: Statements, projectId: string): number | undefined {
  return statements.get<{ id: number }>('SELECT id FROM projects WHERE project_id = ?', [projectId])?.id;
}

type ProjectRow = Omit<Project, 'first_seen' | 'last_seen'> & {
  first_us: number | null;
  last_us: number | null;
};

/** All projects by name. `size_bytes` is that of the raw spans and log records, before compression. */
export function listProjects(statements: Statements): Project[] {
  const rows = statements.all<ProjectRow>(
    `SELECT project_id, trace_count, span_count, session_count, raw_bytes + log_bytes AS size_bytes,
       first_seen_ns / 1000 AS first_us, last_seen_ns / 1000 AS last_us
     FROM projects ORDER BY project_id`,
    [],
  );
  return rows.map(({ first_us, last_us, ...row }) => ({
    ...row,
    first_seen: first_us === null ? null : formatMicros(first_us),
    last_seen: last_us === null ? null : formatMicros(last_us),
  }));
}

/** What the whole database holds. */
export function storageTotals(statements: Statements): { traces: number; spans: number } {
  const row = statements.get<{ traces: number; spans: number }>(
    'SELECT COALESCE(SUM(trace_count), 0) AS traces, COALESCE(SUM(span_count), 0) AS spans FROM projects',
    [],
  );
  return row ?? { traces: 0, spans: 0 };
}
