import { DirectoryInUseError } from '../../lib/directory-errors.ts';
import type { StorageFault } from '../../store/faults.ts';
import type { FromIngest } from '../jobs.ts';

type StartFailed = Extract<FromIngest, { type: 'start-failed' }>;

/** The ingest thread could not open the database. */
export class NotStarted extends Error {
  readonly fault: StorageFault | null;

  constructor({ message, fault }: StartFailed) {
    super(message);
    this.fault = fault;
  }
}

export const notStarted = (failure: StartFailed, dataDirectory: string): Error =>
  failure.isInUse ? new DirectoryInUseError(dataDirectory) : new NotStarted(failure);
