import { Worker } from 'node:worker_threads';
import { workerFile } from '../worker-file.ts';

/** Rows live for one commit. Left alone, V8 grows this part of the heap to 130 MB under load and is no faster. */
const YOUNG_GENERATION_MB = 24;

/** The ingest thread, which loads its code and then waits for a `FirstToIngest`. */
export const startIngestThread = (): Worker =>
  new Worker(workerFile(import.meta.url, './worker/worker.ts', './ingest-worker.cjs'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
