import type { Deletion } from '../store/deletion.ts';
import type { FreePages } from '../store/free-pages.ts';
import type { Writer } from '../store/writer.ts';
import type { CommandDone, Deleted, DeleteCommand } from './jobs.ts';
import type { Task } from './tasks.ts';

/** How long one step may hold up what waits to be stored. A commit comes on top, and the piece that was begun. */
const STEP_MS = 15;
/** What a start waits for at most of the deletions that its predecessor did not end. */
const MAX_START_MS = 2000;

export interface ChoresOptions {
  readonly writer: Writer;
  readonly pages: FreePages;
  readonly taskOf: (command: DeleteCommand) => Task;
  /** Called after the commit. */
  readonly onDeleted: (deleted: readonly Deleted[]) => void;
  readonly onDone: (done: CommandDone, failure: Error | null) => void;
  /** What nobody waits for has failed. */
  readonly onFailure: (failure: Error) => void;
}

interface Waiting {
  readonly id: number;
  readonly task: Task;
}

/**
 * What the ingest thread does between two commits: deletions, in transactions of a few milliseconds each, and giving
 * free pages back. One command after the other; retention when nothing else waits.
 */
export class Chores {
  readonly #options: ChoresOptions;
  readonly #waiting: Waiting[] = [];
  #hasFreePages = false;
  #hasDoomed = true;

  constructor(options: ChoresOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0 || this.#hasDoomed || this.#hasFreePages;
  }

  add(id: number, command: DeleteCommand): void {
    const waiting = { id, task: this.#options.taskOf(command) };
    const at = waiting.task.canWait ? -1 : this.#waiting.findIndex(({ task }) => task.canWait);
    if (at < 0) this.#waiting.push(waiting);
    else this.#waiting.splice(at, 0, waiting);
  }

  /** Ends deletions that a killed process had begun, so that nobody sees half of them, unless it takes too long. */
  finishBegun(): void {
    const until = performance.now() + MAX_START_MS;
    while (this.#hasDoomed && performance.now() < until) this.#sweepBegun();
  }

  /** One transaction. Throws nothing: a command that fails is answered so. */
  step(): void {
    const [first] = this.#waiting;
    if (first) this.#advance(first);
    else if (this.#hasDoomed) this.#sweepBegun();
    else if (this.#hasFreePages) this.#giveBack();
  }

  #advance({ id, task }: Waiting): void {
    try {
      const { isDone, deleted } = this.#options.writer.delete((deletion) => work(deletion, task));
      this.#options.onDeleted(deleted);
      this.#hasDoomed = !isDone;
      if (!isDone) return;
      this.#hasFreePages = true;
      this.#end(id, { id, ok: true, found: task.found }, null);
    } catch (error) {
      this.#end(id, { id, ok: false, found: false }, error as Error);
    }
  }

  /** Not always the first: what can wait may have been overtaken. */
  #end(id: number, done: CommandDone, failure: Error | null): void {
    this.#waiting.splice(
      this.#waiting.findIndex((waiting) => waiting.id === id),
      1,
    );
    this.#options.onDone(done, failure);
  }

  #sweepBegun(): void {
    try {
      this.#hasDoomed = !this.#options.writer.delete((deletion) => work(deletion, nothing).isDone);
      this.#hasFreePages = true;
    } catch (error) {
      // Tried again with the next command or start, not at once and for ever.
      this.#hasDoomed = false;
      this.#options.onFailure(error as Error);
    }
  }

  #giveBack(): void {
    try {
      this.#hasFreePages = this.#options.pages.giveBackSome();
    } catch (error) {
      this.#hasFreePages = false;
      this.#options.onFailure(error as Error);
    }
  }
}

const nothing: Task = { canWait: true, found: false, doomSome: () => null };

/** Sweeps what is doomed and dooms what is next until the time is up or all is gone. */
function work(deletion: Deletion, task: Task): { isDone: boolean; deleted: readonly Deleted[] } {
  const until = performance.now() + STEP_MS;
  const deleted: Deleted[] = [];
  do {
    if (deletion.sweep()) continue;
    const more = task.doomSome(deletion);
    if (more === null) return { isDone: true, deleted };
    deleted.push(...more);
  } while (performance.now() < until);
  return { isDone: false, deleted };
}
