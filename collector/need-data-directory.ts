import { statSync } from 'node:fs';
import { databaseFile } from './lib/database-file.ts';
import { ApiError } from './errors.ts';
import { describeFault } from './store/faults.ts';

/**
 * Throws STORAGE_UNAVAILABLE, in the words of health, where the data directory of a running collector is gone. Made anew for a
 * token or an upload it would be taken for the data by the next start, which begins empty there without a word.
 */
export function needDataDirectory(dataDirectory: string): void {
  if (statSync(dataDirectory, { throwIfNoEntry: false }) === undefined)
    throw new ApiError('STORAGE_UNAVAILABLE', describeFault('moved', databaseFile(dataDirectory)));
}
