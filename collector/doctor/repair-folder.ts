import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../lib/log.ts';

/**
 * Where a repair makes the new database: a copy of all that is stored, which no delete reaches. A start removes it, as it does
 * `uploadsFolder`.
 */
export const repairFolder = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck-repair');

/**
 * Removes what an interrupted repair has left, or logs that it can't be removed. Call where no repair can run: while this process has
 * the data directory for itself.
 */
export async function removeUnfinishedRepair(dataDirectory: string, log: Log): Promise<void> {
  const folder = repairFolder(dataDirectory);
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
    log.warn(`delete ${folder}, the copy of an unfinished repair: it can't be removed (${String(error)})`),
  );
}
