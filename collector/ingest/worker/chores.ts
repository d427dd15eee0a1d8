import type { Deletion } from '../../store/deleting/deletion.ts';
import type { FreePages } from '../../store/deleting/free-pages.ts';
import { SweepFailure } from '../../store/deleting/sweep-failure.ts';
import type { Writer } from '../../store/writing/writer.ts';
import type { Command, CommandDone, Deleted } from '../jobs.ts';
import type { Task } from './tasks.ts';

/**
 * How long one step may hold up what waits to be stored, with what its commit writes. The piece that was begun comes on top, and what
 * any commit takes, as a wait for the disk: less work would not shorten that.
 */
const STEP_MS = 12;
/** Of that, what is left for the work itself at least, and at first. */
const LEAST_PART = 1 / 4;
/** Between two looks whether the log has been moved, and how long at most while nothing of it is: somebody may read an old state. */
const PAUSE_MS = 5;
const MAX_PAUSE_MS = 250;
/** What a start waits for at most of the deletions that its predecessor did not end. */
const MAX_START_MS = 2000;

export interface ChoresOptions {
  readonly writer: Writer;
  readonly pages: FreePages;
  /**
   * How many pages of the log have been moved into the file while it fills faster than that, which deleting is not to add to;
   * else null.
   */
  readonly movedOfLongLog: () => number | null;
  readonly taskOf: (command: Command) => Task;
  /** Called after the commit. */
  readonly onDeleted: (deleted: readonly Deleted[]) => void;
  readonly onDone: (done: CommandDone, failure: Error | null) => void;
  /** Called when nothing of what was deleted is in the database any more, but for the log. */
  readonly onCleared: () => void;
  /** What nobody waits for has failed. */
  readonly onFailure: (failure: Error) => void;
}

interface Waiting {
  readonly id: number;
  readonly task: Task;
  /** What it has doomed is being swept. */
  hasBegun: boolean;
  /** The first that could not be swept of that. */
  failure: Error | null;
}

/**
 * What the ingest thread does between two commits: deletions, in transactions of a few milliseconds each, and giving
 * free pages back. One command after the other; retention when nothing else waits.
 */
export class Chores {
  readonly #options: ChoresOptions;
  readonly #waiting: Waiting[] = [];
  #hasFreePages: boolean;
  #hasDoomed = true;
  /** Which part of a transaction's time its work takes: what it has gathered is written after it, and committed. */
  #workPart = LEAST_PART;
  /** What the quickest commit took. */
  #leastCommitMs = Infinity;
  /** How much of a long log had been moved when that was last seen to change, and when. */
  #pause: { readonly moved: number; readonly fromMs: number } | null = null;

  constructor(options: ChoresOptions) {
    this.#options = options;
    this.#hasFreePages = options.pages.areDue;
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0 || this.#hasDoomed || this.#hasFreePages;
  }

  /** Milliseconds until the next step, 0 for at once; null when there is nothing to do. */
  waitMs(): number | null {
    if (!this.isBusy) return null;
    const moved = this.#options.movedOfLongLog();
    const nowMs = performance.now();
    if (moved === null) this.#pause = null;
    else if (moved !== this.#pause?.moved) this.#pause = { moved, fromMs: nowMs };
    return this.#pause !== null && nowMs - this.#pause.fromMs < MAX_PAUSE_MS ? PAUSE_MS : 0;
  }

  /** Others than these chores have freed pages of the file. */
  pagesFreed(): void {
    this.#hasFreePages = true;
  }

  add(id: number, command: Command): void {
    const waiting = { id, task: this.#options.taskOf(command), hasBegun: false, failure: null };
    const at = waiting.task.canWait ? -1 : this.#waiting.findIndex(({ task }) => task.canWait);
    if (at < 0) this.#waiting.push(waiting);
    else this.#waiting.splice(at, 0, waiting);
  }

  /** Ends deletions that a killed process had begun, so that nobody sees half of them, unless it takes too long. */
  finishBegun(): void {
    const until = performance.now() + MAX_START_MS;
    while (this.#hasDoomed && performance.now() < until) this.#sweepBegun();
  }

  /** A few transactions. Throws nothing: a command that fails is answered so. */
  step(): void {
    const [first] = this.#waiting;
    if (first) this.#advance(first);
    else if (this.#hasDoomed) this.#sweepBegun();
    else if (this.#hasFreePages) this.#giveBack();
  }

  #advance(waiting: Waiting): void {
    const until = this.#workUntil();
    try {
      do {
        const { isDone, hasBegun, deleted } = this.#delete(waiting.task, until);
        this.#options.onDeleted(deleted);
        this.#hasDoomed = !isDone;
        waiting.hasBegun ||= hasBegun;
        if (isDone) return this.#end(waiting, waiting.failure);
      } while (performance.now() < until);
    } catch (error) {
      if (!(error instanceof SweepFailure)) this.#end(waiting, error as Error);
      else if (this.#isLeftOut(error) && waiting.hasBegun) waiting.failure ??= error;
    }
  }

  #workUntil(): number {
    return performance.now() + STEP_MS * this.#workPart;
  }

  /** One transaction, which also tells how long the next one's work may take on this machine. */
  #delete(task: Task, until: number): Done {
    const began = performance.now();
    let worked = began;
    const done = this.#options.writer.delete((deletion) => {
      const all = work(deletion, task, () => performance.now() < until);
      worked = performance.now();
      return all;
    });
    this.#adaptWork(worked - began, performance.now() - worked, done);
    return done;
  }

  #adaptWork(workMs: number, commitMs: number, { isDone, hasSwept }: Done): void {
    // There may have been nothing to commit, which takes no time.
    if (isDone && !hasSwept) return;
    this.#leastCommitMs = Math.min(this.#leastCommitMs, commitMs);
    const forWorkMs = workMs + commitMs - this.#leastCommitMs;
    const part = forWorkMs === 0 ? 1 : workMs / forWorkMs;
    this.#workPart = Math.max((this.#workPart + part) / 2, LEAST_PART);
  }

  /** A trace that can't be swept must not hold up the others: whether that is known of one by now. */
  #isLeftOut(failure: SweepFailure): boolean {
    if (failure.isKnown) this.#options.onFailure(failure);
    return failure.isKnown;
  }

  /** Ends the command that is first in line. */
  #end({ id, task }: Waiting, failure: Error | null): void {
    this.#waiting.shift();
    this.#hasFreePages = true;
    this.#options.onDone({ id, ok: failure === null, found: failure === null ? task.found : 0 }, failure);
  }

  #sweepBegun(): void {
    try {
      const { isDone, hasSwept } = this.#delete(nothing, this.#workUntil());
      this.#hasDoomed = !isDone;
      // Mostly there was nothing to sweep, and whoever comes first after a start would wait for what that has freed.
      this.#hasFreePages ||= hasSwept;
    } catch (error) {
      if (error instanceof SweepFailure) this.#isLeftOut(error);
      else {
        // Tried again with the next command or start, not at once and for ever.
        this.#hasDoomed = false;
        this.#options.onFailure(error as Error);
      }
    }
  }

  #giveBack(): void {
    try {
      const { pages, onCleared } = this.#options;
      this.#hasFreePages = pages.giveBackSome();
      if (!this.#hasFreePages) onCleared();
    } catch (error) {
      this.#hasFreePages = false;
      this.#options.onFailure(error as Error);
    }
  }
}

const nothing: Task = { canWait: true, found: 0, doomSome: () => null };

interface Done {
  readonly isDone: boolean;
  /** Whether the task was asked for something. */
  readonly hasBegun: boolean;
  readonly hasSwept: boolean;
  readonly deleted: readonly Deleted[];
}

/**
 * Sweeps what is doomed and dooms what is next until the time is up or all is gone. What the task dooms is swept in another
 * transaction: where that one fails, the task need not begin again.
 */
function work(deletion: Deletion, task: Task, hasTime: () => boolean): Done {
  const deleted: Deleted[] = [];
  let hasBegun = false;
  let hasSwept = false;
  do {
    if (deletion.sweep()) {
      hasSwept = true;
      continue;
    }
    hasBegun = true;
    const more = task.doomSome(deletion, hasTime);
    if (more === null) return { isDone: true, hasBegun, hasSwept, deleted };
    deleted.push(...more);
    if (deletion.hasDoomed) break;
  } while (hasTime());
  return { isDone: false, hasBegun, hasSwept, deleted };
}
