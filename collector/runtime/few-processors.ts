import { availableParallelism } from 'node:os';
import v8 from 'node:v8';

const FEW = 2;

/**
 * On few processors V8's quick collections are left to the thread whose heap it is. Each else wakes V8's four threads, which find no
 * processor while spans come in: one is taken by what writes, the other by what packs and receives. Call before any code is
 * loaded, since V8 takes no code that it compiled under other flags.
 */
export function collectAlone(): void {
  // Whether its V8 still takes flags is not promised there.
  if (process.versions['electron'] !== undefined || availableParallelism() > FEW) return;
  v8.setFlagsFromString('--no-parallel-scavenge');
}
