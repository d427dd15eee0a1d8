import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../runtime/lower-priority.ts';
import { openForCheckpoints } from '../database.ts';
import { Checkpoints } from './checkpoints.ts';
import { compressedChunk } from './compress.ts';
import { Slots, STOPPED, STOPPING } from './slots.ts';

/** What the packing thread is started with. */
export interface PackingWorkerData {
  readonly memory: SharedArrayBuffer;
  readonly dataDirectory: string;
}

/** Without a commit for so long, whoever wrote is taken to be done. */
const QUIET_MS = 1000;

/**
 * The packing thread: compresses chunks for the writing thread and moves what is committed from the log into the file, so
 * that neither is waited for by a commit. It sleeps in shared memory, not in an event loop; its only message is a failure. Where
 * there are fewer processors than threads the writing thread, which all others wait for, is run first: what nobody has begun
 * to pack it packs by itself.
 */
function run({ memory, dataDirectory }: PackingWorkerData, onFailure: (error: unknown) => void): void {
  const slots = new Slots(memory);
  const database = openForCheckpoints(dataDirectory);
  const checkpoints = new Checkpoints(database, onFailure);
  for (;;) {
    const seen = slots.bell.rung;
    if (slots.helper === STOPPING) break;
    if (packOne(slots)) continue;
    if (checkpoints.moveSome()) continue;
    slots.bell.wait(seen, checkpoints.isLong ? QUIET_MS : undefined);
    if (slots.bell.rung === seen) checkpoints.cut();
  }
  database.close();
  slots.helper = STOPPED;
  slots.answer.ring();
}

function packOne(slots: Slots): boolean {
  for (let slot = 0; slot < Slots.count; slot++) {
    if (!slots.take(slot)) continue;
    compressedChunk(slots.unpacked(slot), (packed) => slots.setPacked(slot, packed));
    slots.answer.ring();
    return true;
  }
  return false;
}

if (parentPort) {
  const port = parentPort;
  lowerPriority();
  run(workerData as PackingWorkerData, (error) => port.postMessage(error));
}
