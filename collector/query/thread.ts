import { Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../runtime/thread-limits.ts';
import { workerFile } from '../runtime/worker-file.ts';
import type { QueryWorkerData } from './exchange.ts';

/** A reader thread, which loads its code and then waits for a `FirstToReader`. */
export const startReaderThread = ({ isBackground }: QueryWorkerData = { isBackground: false }): Worker =>
  new Worker(workerFile(import.meta.url, './worker.ts', './query-worker.cjs'), {
    workerData: { isBackground } satisfies QueryWorkerData,
    resourceLimits: THREAD_LIMITS,
  });
