import type { Worker } from 'node:worker_threads';
import { BACKGROUND_LIMITS, THREAD_LIMITS } from '../runtime/thread-limits.ts';
import { startThread } from '../runtime/bundles.ts';
import type { QueryWorkerData } from './exchange.ts';

/** A reader thread, which loads its code and then waits for a `FirstToReader`. */
export const startReaderThread = ({ isBackground }: QueryWorkerData = { isBackground: false }): Worker =>
  startThread(import.meta.url, './worker.ts', 'query-worker.cjs', {
    workerData: { isBackground } satisfies QueryWorkerData,
    resourceLimits: isBackground ? BACKGROUND_LIMITS : THREAD_LIMITS,
  });
