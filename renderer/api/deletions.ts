import { deleteAt } from './client.ts';
import { projectPath, tracePath } from './paths.ts';

/** Deletes one trace; returns when all that it holds is gone. */
export function deleteTrace(project: string, traceId: string, signal: AbortSignal): Promise<void> {
  return deleteAt(tracePath(project, traceId), { signal });
}

/** Deletes one session with its traces; returns when all that it holds is gone. */
export function deleteSession(project: string, sessionId: string, signal: AbortSignal): Promise<void> {
  return deleteAt(`${projectPath(project)}/sessions`, { body: { session_ids: [sessionId] }, signal });
}
