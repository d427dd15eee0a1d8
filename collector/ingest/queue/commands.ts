import { ApiError } from '../../errors.ts';
import { FAULT_WORDS, type StorageFault } from '../../store/faults.ts';
import type { RetentionPolicy } from '../../store/deleting/retention.ts';
import type { AnyCommand, Command, CommandDone, IndexCommand, Reindexed, ToIngest } from '../jobs.ts';
import { ownMemory } from '../../runtime/own-memory.ts';

/** Commands that may wait at once; each is short but for the session ids of a deletion. */
const MAX_WAITING = 100;

/** Answers false where no thread is there to take the message. */
type Send = (message: ToIngest, moved: readonly ArrayBuffer[]) => boolean;

interface Waiting {
  readonly command: AnyCommand;
  readonly resolve: (done: CommandDone) => void;
  readonly reject: (error: ApiError) => void;
}

/**
 * Has the ingest thread, which alone writes, do something besides storing. Each answer comes after the last commit that
 * belongs to it, and says whether there was what the command names.
 */
export class Commands {
  readonly #send: Send;
  readonly #onCutShort: (projectId: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  /** `onCutShort` is told the project of a deletion that has not ended: some of it may be gone of which nobody was told. */
  constructor(send: Send, onCutShort: (projectId: string) => void) {
    this.#send = send;
    this.#onCutShort = onCutShort;
  }

  /** Resolves when all that belongs to the trace is gone; false where there was no such trace. */
  deleteTrace(projectId: string, traceId: string): Promise<boolean> {
    return this.#isFound({ type: 'delete-trace', projectId, traceId });
  }

  /** The sessions with all their traces; false where there was none of them. */
  deleteSessions(projectId: string, sessionIds: readonly string[]): Promise<boolean> {
    return this.#isFound({ type: 'delete-sessions', projectId, sessionIds });
  }

  /** All that the project holds now; what comes meanwhile stays. */
  deleteProject(projectId: string): Promise<boolean> {
    return this.#isFound({ type: 'delete-project', projectId });
  }

  /** Deletes what is past the bounds, and answers how many traces that were. Runs behind all other commands. */
  async retain(policy: RetentionPolicy, nowMs: number): Promise<number> {
    return (await this.#run({ type: 'retain', policy, nowMs })).found;
  }

  /** Extracts some spans of older versions anew, with `all` those of this one too: at least `maxSpans`, if as many are due. */
  async reindex(all: boolean, maxSpans: number): Promise<Reindexed> {
    const { reindexed } = await this.#run({ type: 'reindex', all, maxSpans });
    return reindexed ?? { spans: 0, unreadable: 0, why: null };
  }

  /** Makes spans found by what was read of them. False where all of them have changed since. The bytes are moved. */
  index(bytes: Buffer): Promise<boolean> {
    const batch = ownMemory(bytes);
    return this.#isFound({ type: 'index', batch }, [batch.buffer]);
  }

  async #isFound(command: Command | IndexCommand, moved?: readonly ArrayBuffer[]): Promise<boolean> {
    return (await this.#run(command, moved)).found > 0;
  }

  #run(command: AnyCommand, moved: readonly ArrayBuffer[] = []): Promise<CommandDone> {
    if (this.#waiting.size >= MAX_WAITING)
      return Promise.reject(new ApiError('BUFFER_FULL', `${this.#waiting.size} commands are waiting`));
    const id = this.#nextId++;
    if (!this.#send({ type: 'command', id, command }, moved)) return Promise.reject(stopped());
    return new Promise((resolve, reject) => this.#waiting.set(id, { command, resolve, reject }));
  }

  /** `fault`: what is wrong with the database, where it is that which failed the command. */
  settle(done: CommandDone, fault: StorageFault | null): void {
    const waiting = this.#waiting.get(done.id);
    this.#waiting.delete(done.id);
    if (waiting === undefined) return;
    if (done.ok) return waiting.resolve(done);
    this.#cutShort(waiting);
    waiting.reject(failed(fault));
  }

  /** The thread is gone: what it had begun goes on when it starts again, what it had not is to be asked for again. */
  abandon(): void {
    for (const waiting of this.#waiting.values()) {
      this.#cutShort(waiting);
      waiting.reject(stopped());
    }
    this.#waiting.clear();
  }

  #cutShort({ command }: Waiting): void {
    if ('projectId' in command) this.#onCutShort(command.projectId);
  }
}

const stopped = (): ApiError => new ApiError('BUFFER_FULL', 'the ingest thread stopped, try again');

const failed = (fault: StorageFault | null): ApiError =>
  fault === null
    ? new ApiError('STORAGE_ERROR', 'it could not be done, see the log')
    : new ApiError('STORAGE_UNAVAILABLE', `it could not be done: ${FAULT_WORDS[fault]}, try again later`);
