import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../runtime/lower-priority.ts';
import { openForCheckpoints } from '../file/database.ts';
import { Checkpoints } from './checkpoints.ts';
import { compressedChunk } from './compress.ts';
import { Slots, STOPPED, STOPPING } from './slots.ts';

/** What the packing thread is started with. */
export interface PackingWorkerData {
  readonly memory: SharedArrayBuffer;
  readonly dataDirectory: string;
}

/**
 * Behind the writing thread, which everybody waits for, but not by much: with ten steps other busy programs left it so little
 * that the writer waited in vain for what it had begun, and a full request took 61 ms instead of 39.
 */
const STEPS_BEHIND = 3;
/** Without a commit for so long, whoever wrote is taken to be done. */
const QUIET_MS = 1000;

/**
 * The packing thread: compresses chunks for the writing thread and moves what is committed from the log into the file, so
 * that neither is waited for by a commit. It sleeps in shared memory, not in an event loop; its only message is a failure.
 */
function run({ memory, dataDirectory }: PackingWorkerData, onFailure: (error: unknown) => void): void {
  const slots = new Slots(memory);
  const database = openForCheckpoints(dataDirectory);
  const checkpoints = new Checkpoints(database, onFailure, () => database.files.areInPlace);
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
  lowerPriority(STEPS_BEHIND);
  run(workerData as PackingWorkerData, (error) => port.postMessage(error));
}
