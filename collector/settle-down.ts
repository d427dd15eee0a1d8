import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

const LOOK_MS = 500;
/** The share of its time that a thread may have been busy with. */
const QUIET = 0.05;

/**
 * For the calling thread, at its start: once it has been quiet for half a second, what was compiled is kept for the next start,
 * and what the start needed is given back. Left alone, V8 keeps both halves of the young generation as large as they became.
 */
export function settleDown(): void {
  let before = performance.eventLoopUtilization();
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) return wait();
    flushCompileCache();
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
