import type { Project } from '../../contract/projects.ts';
import { IS_DOOMED_LOG, isLiving } from '../deleting/doomed.ts';
import type { Statements } from './list-query.ts';
import { EXTRACTION_VERSION } from '../../lib/version.ts';
import { formatMicros } from '../../contract/format-time.ts';

/** The id of a project's row; undefined while nothing has come for it. */
export function findProject(statements: Statements, projectId: string): number | undefined {
  return statements.get<{ id: number }>('SELECT id FROM projects WHERE project_id = ?', [projectId])?.id;
}

type ProjectRow = Omit<Project, 'first_seen' | 'last_seen'> & {
  first_us: number | null;
  last_us: number | null;
};

/** The start of a project's first or last span. The project's row still counts spans that are being deleted; this leaves them out. */
const seen = (end: 'first' | 'last'): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM doomed_traces WHERE doomed_traces.project = projects.id)
     THEN (SELECT ${end === 'first' ? 'MIN' : 'MAX'}(start_ns) FROM spans WHERE project = projects.id AND ${isLiving('trace')})
     ELSE ${end}_seen_ns END / 1000 AS ${end}_us`;

/** All projects by name. `size_bytes` is that of the raw spans and log records that lie in the file, before compression. */
export function listProjects(statements: Statements): Project[] {
  const rows = statements.all<ProjectRow>(
    `SELECT project_id, trace_count, span_count, session_count, raw_bytes + log_bytes AS size_bytes,
       ${seen('first')}, ${seen('last')}
     FROM projects
     WHERE span_count > 0 OR point_count > 0
       OR EXISTS (SELECT 1 FROM log_records WHERE project = projects.id AND NOT ${IS_DOOMED_LOG})
     ORDER BY project_id`,
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

/** How many spans lie in traces that an older version extracted. */
export function spansDue(statements: Statements): number {
  const row = statements.get<{ due: number }>(
    'SELECT COALESCE(SUM(spans), 0) AS due FROM extractions WHERE version < ?',
    [EXTRACTION_VERSION],
  );
  return row?.due ?? 0;
}
