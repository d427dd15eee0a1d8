import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

const LOOK_MS = 500;
/** The share of its time that a thread may have been busy with. */
const QUIET = 0.05;
/** After so much work a thread's compiled code is worth more than its memory: it keeps it until it has been quiet for long. */
const WORKED_MS = 250;
const LONG_QUIET_LOOKS = 120;

/**
 * For the calling thread, at its start: once it has been quiet for half a second, what was compiled is kept for the next start,
 * and what the start needed is given back. Left alone, V8 keeps both halves of the young generation as large as they became.
 * What is given back goes with all that V8 had compiled: a thread that was at work by then waits for a minute of quiet.
 */
export function settleDown(): void {
  const start = performance.eventLoopUtilization();
  let before = start;
  let quietLooks = 0;
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    const hasWorked = performance.eventLoopUtilization(now, start).active > WORKED_MS;
    before = now;
    quietLooks = utilization > QUIET ? 0 : quietLooks + 1;
    // Writes only what is new.
    if (quietLooks === 1) flushCompileCache();
    if (quietLooks < (hasWorked ? LONG_QUIET_LOOKS : 1)) return wait();
    collectGarbage();
  };
  const wait = (): void => void setTimeout(look, LOOK_MS).unref();
  wait();
}

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** The kind of collection that V8 keeps for when memory runs out: the only one that makes the heap as small as it can be. */
function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  // Not there where the engine takes no flags any more.
  const collect = vm.runInNewContext('globalThis.gc') as Collect | undefined;
  v8.setFlagsFromString('--no-expose-gc');
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
