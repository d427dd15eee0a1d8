import type { Worker } from 'node:worker_threads';
import { startThread } from '../../runtime/bundles.ts';
import type { WritableDatabase } from '../file/database.ts';
import { lastResortPages } from './checkpoints.ts';
import { SharedPacker, type Packer } from './packer.ts';
import { RUNNING, Slots, STOPPED } from './slots.ts';
import type { PackingWorkerData } from './worker.ts';

/** Small on purpose: what is packed lies outside of the heap, and V8 collects it the sooner the smaller the heap may get. */
const HEAP = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 24 };

/**
 * Packs and checkpoints for the writer of `database` with a thread that is started when there is something to do. Where it
 * can't be started or dies, the writer does both by itself.
 */
export function startPackingHelper(
  database: WritableDatabase,
  dataDirectory: string,
  onFailure: (error: Error) => void,
): Packer {
  const slots = new Slots();
  slots.helper = STOPPED;
  return new SharedPacker(slots, () => startHelper(slots, database, dataDirectory, onFailure));
}

function startHelper(
  slots: Slots,
  database: WritableDatabase,
  dataDirectory: string,
  onFailure: (error: Error) => void,
): void {
  const data: PackingWorkerData = { memory: slots.memory, dataDirectory };
  let worker: Worker;
  try {
    worker = startThread(import.meta.url, './worker.ts', 'packing-worker.cjs', {
      workerData: data,
      resourceLimits: HEAP,
    });
  } catch (error) {
    // A commit may be under way, and needs no helper.
    onFailure(error as Error);
    return;
  }
  slots.helper = RUNNING;
  const checkpointsBySelf = database.pragma('wal_autocheckpoint', { simple: true }) as number;
  database.pragma(`wal_autocheckpoint = ${lastResortPages(database)}`);
  worker.on('message', onFailure);
  worker.on('error', onFailure);
  worker.on('exit', () => {
    if (slots.helper === STOPPED) return;
    slots.helper = STOPPED;
    if (database.open) database.pragma(`wal_autocheckpoint = ${checkpointsBySelf}`);
  });
  worker.unref();
}
