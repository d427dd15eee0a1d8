import type { ImportReport } from '../../collector/contract/imports.ts';
import type { Receiving } from '../../collector/contract/receiving.ts';
import { postAt } from './client.ts';
import { projectPath } from './paths.ts';

/** Has the collector store what a file holds. Throws an ApiError. */
export function importFile(project: string, file: File, signal: AbortSignal): Promise<ImportReport> {
  return postAt(`${projectPath(project)}/import`, file, signal);
}

/** Has the collector take exports again. Throws an ApiError. */
export const resumeReceiving = (): Promise<Receiving> => postAt('/api/v1/ingest/resume', null, null);
