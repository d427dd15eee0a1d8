import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';
import { keepCompiledCode } from './code-loader.ts';
import { SELDOM_MS } from './looks.ts';

/** The share of its time that a thread may have been busy with. */
const QUIET = 0.05;
/** The share of one processor past which a process has no time to give anything back: somebody waits for its other threads. */
const BUSY_PROCESS = 0.5;
/** After so much work a thread's compiled code is worth more than its memory: it keeps it until it has been quiet for long. */
const WORKED_MS = 250;
const LOOK_MS = 500;
const LONG_QUIET_MS = 60_000;
/** Between looks at a thread that has settled and works again. */
const WORKING_MS = 30_000;

/** What there was to see of a thread since the last look. */
export interface Look {
  /** Milliseconds that it was busy for, and the share of its time. */
  readonly active: number;
  readonly utilization: number;
  /** The share of one processor that all threads of the process have used. */
  readonly process: number;
}

/** Says when a thread has become quiet: after its start, and each time after it has worked again. */
export class Settling {
  #worked = 0;
  #quietMs = 0;
  #isSettled = false;

  /** Milliseconds until the next look. */
  get nextMs(): number {
    if (!this.#isSettled) return LOOK_MS;
    return this.#worked > 0 ? WORKING_MS : SELDOM_MS;
  }

  /** `hasEnded`: work has just ended; `isQuiet`: it is time to give back what it needed. */
  see({ active, utilization, process: share }: Look): {
    readonly hasEnded: boolean;
    readonly isQuiet: boolean;
  } {
    const isWorking = utilization > QUIET || active > WORKED_MS;
    const wasQuiet = this.#quietMs > 0;
    this.#worked += isWorking ? active : 0;
    this.#quietMs = isWorking ? 0 : this.#quietMs + this.nextMs;
    const hasWorked = this.#worked > WORKED_MS;
    const isLongEnough = hasWorked ? this.#quietMs >= LONG_QUIET_MS : this.#quietMs > 0;
    const isQuiet = isLongEnough && share <= BUSY_PROCESS && (hasWorked || !this.#isSettled);
    if (isQuiet) {
      this.#isSettled = true;
      this.#worked = 0;
    }
    return { hasEnded: !wasQuiet && this.#quietMs > 0, isQuiet };
  }

  /** What has just ended is taken as if it went on: the next look says again when it ends, and whether the thread is quiet. */
  lookAgain(): void {
    this.#isSettled = false;
    this.#quietMs = 0;
  }
}

/**
 * For the calling thread, at its start: once it has been quiet for half a second, what was compiled is kept for the next start,
 * and what the start needed is given back; so is what later work needed, after a minute of quiet. Left alone, V8 keeps both
 * halves of the young generation as large as they became. What is given back goes with all that V8 had compiled. `rest`: lets
 * go of what the thread itself holds for work that may come soon.
 */
export function settleDown(rest?: () => void): void {
  const settling = new Settling();
  let before = performance.eventLoopUtilization();
  let used = process.cpuUsage();
  let since = performance.now();
  const look = (): void => {
    const elapsed = performance.now() - since;
    const { user, system } = process.cpuUsage(used);
    const { active, utilization } = performance.eventLoopUtilization(before);
    const share = (user + system) / 1000 / elapsed;
    const { hasEnded, isQuiet } = settling.see({ active, utilization, process: share });
    before = performance.eventLoopUtilization();
    used = process.cpuUsage();
    since = performance.now();
    // Other threads write theirs at about the same time, and a collection changes V8's flags for a moment, with which the next
    // start would not take it.
    if (hasEnded && keepCompiledCode()) settling.lookAgain();
    else if (isQuiet) {
      rest?.();
      collectGarbage();
    }
    wait();
  };
  const wait = (): void => void setTimeout(look, settling.nextMs).unref();
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
