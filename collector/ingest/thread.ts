import type { Worker } from 'node:worker_threads';
import { INGEST_LIMITS } from '../runtime/thread-limits.ts';
import { startThread } from '../runtime/bundles.ts';

/** The ingest thread, which loads its code and then waits for a `FirstToIngest`. */
export const startIngestThread = (): Worker =>
  startThread(import.meta.url, './worker/worker.ts', 'ingest-worker.cjs', {
    resourceLimits: INGEST_LIMITS,
  });
