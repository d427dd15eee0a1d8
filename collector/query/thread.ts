import { Worker } from 'node:worker_threads';
import { workerFile } from '../worker-file.ts';
import type { QueryWorkerData } from './exchange.ts';

const YOUNG_GENERATION_MB = 24;

/** A reader thread, which loads its code and then waits for a `FirstToReader`. */
export const startReaderThread = ({ isBackground }: QueryWorkerData = { isBackground: false }): Worker =>
  new Worker(workerFile(import.meta.url, './worker.ts', './query-worker.cjs'), {
    workerData: { isBackground } satisfies QueryWorkerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
