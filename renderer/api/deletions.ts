import { deleteAt, hasCode } from './client.ts';
import { projectPath, tracePath } from './paths.ts';

/** Deletes one trace; returns when all that it holds is gone, also where it was gone already. */
export function deleteTrace(project: string, traceId: string, signal?: AbortSignal): Promise<void> {
  return unlessGone(deleteAt(tracePath(project, traceId), { ...(signal && { signal }) }));
}

/** Deletes one session with its traces; returns when all that it holds is gone, also where it was gone already. */
export function deleteSession(project: string, sessionId: string, signal?: AbortSignal): Promise<void> {
  return unlessGone(
    deleteAt(`${projectPath(project)}/sessions`, {
      body: { session_ids: [sessionId] },
      ...(signal && { signal }),
    }),
  );
}

/** Deletes a project with all that it holds; returns when that is gone, also where it was gone already. */
export function deleteProject(project: string): Promise<void> {
  return unlessGone(deleteAt(`/api/v1/projects/${encodeURIComponent(project)}`));
}

/** A deletion of what is gone already has nothing left to do: somebody else, or one that was cancelled, was first. */
export async function unlessGone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!hasCode(error, 'TRACE_NOT_FOUND', 'SESSION_NOT_FOUND', 'PROJECT_NOT_FOUND')) throw error;
  }
}
