import type {
  SessionTraceList,
  UnscopedSession,
  UnscopedSessionList,
  UnscopedSessionQuery,
} from '../../contract/unscoped.ts';
import { readUnscopedSession, unscopedSession, walkSessions } from '../../store/reader/unscoped-sessions.ts';
import { sessionTrace, walkTracesOfSession } from '../../store/reader/unscoped-traces.ts';
import { fromCursor, toCursor, type FromCursor } from '../cursor.ts';
import type { InProject, InSession, Reader } from '../reader.ts';

export function listUnscopedSessions(
  reader: Reader,
  { project, cursor, limit, ...filter }: InProject & FromCursor & UnscopedSessionQuery,
): UnscopedSessionList {
  const from = fromCursor('sessions', cursor);
  const page = walkSessions(reader.statements, reader.project(project), filter, { from, limit });
  return { sessions: page.rows.map(unscopedSession), ...toCursor('sessions', page) };
}

export const getUnscopedSession = (reader: Reader, at: InSession): UnscopedSession =>
  unscopedSession(readUnscopedSession(reader.statements, reader.session(at).id));

export function listTracesOfUnscopedSession(
  reader: Reader,
  { cursor, limit, ...at }: InSession & FromCursor,
): SessionTraceList {
  const from = fromCursor('session-traces', cursor);
  const page = walkTracesOfSession(reader.statements, reader.session(at).id, { from, limit });
  return { traces: page.rows.map(sessionTrace), ...toCursor('session-traces', page) };
}
