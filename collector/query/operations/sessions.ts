import type { SessionDetail, SessionPage } from '../../contract/sessions.ts';
import type { SessionFilter } from '../../store/reader/list-filters.ts';
import { listSessions as readSessions, sessionSummary } from '../../store/reader/sessions.ts';
import { traceSummary, tracesOfSession } from '../../store/reader/traces.ts';
import { needAnswerableCount } from '../answer-bounds.ts';
import type { InProject, InSession, Reader } from '../reader.ts';
import { inProject } from '../whole-values.ts';

export const listSessions = (
  reader: Reader,
  { project, ...filter }: InProject & SessionFilter,
): SessionPage => readSessions(reader.statements, ...inProject(reader, 'sessions', project, filter));

export function getSession(reader: Reader, at: InSession): SessionDetail {
  const session = reader.session(at);
  needAnswerableCount(session.trace_count, 'traces', {
    name: `session ${at.sessionId}`,
    instead: 'read them in pages from …/traces?session_id=…',
  });
  const traces = tracesOfSession(reader.statements, session.id);
  return { ...sessionSummary(session), traces: traces.map(traceSummary) };
}
