import type { Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import type { ApiError } from '../../errors.ts';
import type { Room } from '../../lib/room.ts';
import { FAULT_WORDS, type StorageFault } from '../../store/faults.ts';
import type { CommittedRun } from '../../store/rows/committed-span.ts';
import type { EarlyThread } from '../../runtime/early-thread.ts';
import { bufferFull } from './admission.ts';
import { Backlog } from './backlog.ts';
import { BodyMemory } from '../body-memory.ts';
import { Commands } from './commands.ts';
import type {
  Deleted,
  Failure,
  FirstToIngest,
  FromIngest,
  IngestResult,
  IngestStart,
  Reindexed,
  ToIngest,
} from '../jobs.ts';
import { jobOf, loadOf, outcomeOf, type ExportOutcome, type ExportRequest } from './export-request.ts';
import { Pulse } from '../pulse.ts';
import { NotStarted, notStarted } from './not-started.ts';
import { Rate } from './rate.ts';
import { StallWatch } from './stall-watch.ts';
import { StorageProbe } from './storage-probe.ts';
import { startIngestThread } from '../thread.ts';

export interface QueueOptions extends Omit<IngestStart, 'isAgain' | 'beats'> {
  /** The first thread, where one has been started already. */
  readonly thread?: EarlyThread | undefined;
  readonly limits: Config['otel']['ingestion'];
  /** Called after every commit, of whatever signal. */
  readonly onCommitted: () => void;
  /** Called after the commit, before the exporter is answered. */
  readonly onStored: (runs: readonly CommittedRun[]) => void;
  /** Called after the commit of a deletion, in the order of commits. */
  readonly onDeleted: (deleted: readonly Deleted[]) => void;
  /** Called after a commit that changed so much of a project, or may have, that listeners must read the project again. */
  readonly onChanged: (projectId: string) => void;
  /** Called when spans were extracted anew: their words may be others, too. */
  readonly onReindexed: (done: Reindexed) => void;
  /** Told of spans whose messages could not be read: search finds these by their names only. */
  readonly onUnreadable: (spans: number, failure: string) => void;
  /** A failure that a person should see. `fault`: what is wrong with the database; null where the thread itself has died. */
  readonly onFailure: (message: string, fault: StorageFault | null) => void;
}

const RESTART_DELAY_MS = 250;
const MAX_RESTART_DELAY_MS = 10_000;
const STALLED =
  'the thread that writes the database has been at one commit or deletion for twenty seconds: its disk may not answer';

/**
 * The bounded way into the ingest thread. `consume` answers only after the request is in the database; past any bound
 * it refuses at once, so that the exporter tries again and memory stays as it is. What is accepted waits here, in lanes,
 * and goes to the thread a little ahead of its commits. A thread that dies is started anew: what it had not committed is
 * refused as retryable, but for a request of which it has died before.
 */
export class IngestQueue {
  readonly commands = new Commands(this.#post.bind(this), (id) => this.#options.onChanged(id));
  readonly #options: QueueOptions;
  readonly #memory = new BodyMemory();
  readonly #backlog: Backlog;
  readonly #rate = new Rate();
  readonly #probe = new StorageProbe(() => void this.#post({ type: 'probe' }, []));
  readonly #stall = new StallWatch(
    () => this.#pulse.at,
    () => this.#failed(STALLED, 'failing'),
    () => !this.#backlog.isEmpty,
  );
  #worker: Worker | undefined;
  #pulse = new Pulse();
  /** Whether this thread has opened the database: if it dies afterwards, some request or command is the cause. */
  #hasBegun = false;
  /** Whether any thread has: until then a failing start is told to the caller of `start`, and not tried again. */
  #hasEverBegun = false;
  #nextId = 1;
  #dueSpans = 0;
  #stopping = false;
  #restartDelayMs = RESTART_DELAY_MS;
  #isRestartDue = false;
  #drained: (() => void) | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#backlog = new Backlog(options.limits, this.#memory);
  }

  /** Spans, log records and data points alike: one bound for all. */
  get waitingItems(): number {
    return this.#backlog.load.items;
  }

  get waitingBytes(): number {
    return this.#backlog.load.bytes;
  }

  /** Spans that an older version had extracted when the thread started. */
  get dueSpans(): number {
    return this.#dueSpans;
  }

  /** Committed spans a second over the last few seconds. */
  get spansPerSecond(): number {
    return this.#rate.perSecond(performance.now());
  }

  /** Resolves when the database is open; rejects with one clear line where it can't be, a DirectoryInUseError for one. */
  async start(): Promise<void> {
    const { dataDirectory, synchronous, settings } = this.#options;
    const worker = this.#options.thread?.take() ?? startIngestThread();
    this.#pulse = new Pulse();
    worker.postMessage({
      type: 'start',
      on: { dataDirectory, synchronous, settings, isAgain: this.#hasEverBegun, beats: this.#pulse.beats },
    } satisfies FirstToIngest);
    this.#worker = worker;
    this.#stall.start();
    this.#hasBegun = false;
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromIngest) => {
        if (message.type === 'ready') {
          this.#dueSpans = message.dueSpans;
          this.#hasBegun = this.#hasEverBegun = true;
          resolve();
        } else if (message.type === 'start-failed') reject(notStarted(message, dataDirectory));
        else this.#onMessage(message);
      });
      worker.on('error', (error) => {
        this.#failed(`the ingest thread failed: ${error.stack ?? error.message}`, null);
        reject(error);
      });
      worker.on('exit', () => this.#onExit(worker));
    });
  }

  /**
   * Room for a body of which so many bytes are announced, asked for before it is read. Throws the BUFFER_FULL with which the
   * request would be refused.
   */
  openRoom(announced: number): Room {
    const away = this.#whyAway();
    if (away !== null) throw away;
    return this.#backlog.openRoom(announced);
  }

  async consume(request: ExportRequest): Promise<ExportOutcome> {
    const load = loadOf(request, this.#options.limits.buffer_max_spans);
    const refusal = this.#whyAway() ?? this.#backlog.refusalOf(load);
    if (refusal !== null) throw refusal;
    const stored = this.#backlog.add(jobOf(request, this.#nextId++, load, this.#memory), load);
    this.#handOn();
    return outcomeOf(await stored);
  }

  /** Tells the thread that `settings` have changed; one that is started later reads them anyway. */
  applySettings(): void {
    this.#post({ type: 'settings', settings: this.#options.settings }, []);
  }

  /** Finishes what was accepted, then closes the database. May be called twice. */
  async stop(): Promise<void> {
    if (this.#stopping) return;
    // Also where no thread is running: one that has died must not be started again.
    this.#stopping = true;
    this.#probe.stop();
    this.#stall.stop();
    const worker = this.#worker;
    if (!worker) return;
    if (!this.#backlog.isEmpty) await new Promise<void>((resolve) => (this.#drained = resolve));
    if (!this.#worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ type: 'stop' } satisfies ToIngest);
    await ended;
  }

  #whyAway(): ApiError | null {
    if (this.#stopping) return bufferFull('the collector is stopping');
    return this.#worker ? null : bufferFull('the ingest thread is being started again');
  }

  #handOn(): void {
    while (this.#worker) {
      const job = this.#backlog.next();
      if (job === undefined) return;
      this.#worker.postMessage({ type: 'job', job } satisfies ToIngest, [job.body.buffer]);
      this.#stall.seeWork();
    }
  }

  /** Whether there is a thread that takes it. */
  #post(message: ToIngest, moved: readonly ArrayBuffer[]): boolean {
    if (this.#stopping || !this.#worker) return false;
    this.#worker.postMessage(message, moved);
    this.#stall.seeWork();
    return true;
  }

  #onMessage(message: Exclude<FromIngest, { type: 'ready' | 'start-failed' }>): void {
    switch (message.type) {
      case 'committed':
        for (const memory of message.spent) this.#memory.takeBackMoved(memory);
        this.#onCommitted(message.results, message.stored, message.failure);
        break;
      case 'deleted':
        this.#options.onDeleted(message.deleted);
        break;
      case 'changed':
        message.changed.forEach((projectId) => this.#options.onChanged(projectId));
        break;
      case 'command-done':
        if (message.failure !== null) this.#refused('a command', message.failure);
        if (message.done.reindexed) this.#options.onReindexed(message.done.reindexed);
        this.commands.settle(message.done, message.failure?.fault ?? null);
        break;
      case 'unreadable':
        this.#options.onUnreadable(message.spans, message.failure);
        break;
      case 'chore-failed':
        this.#refused('a chore', message.failure);
        break;
      case 'probed':
        if (message.failure !== null) this.#refused('to be written again', message.failure);
        else this.#wrote();
        break;
    }
  }

  #onCommitted(
    results: readonly IngestResult[],
    stored: readonly CommittedRun[],
    failure: Failure | null,
  ): void {
    if (failure !== null) this.#refused('a commit', failure);
    this.#restartDelayMs = RESTART_DELAY_MS;
    const settled = this.#backlog.settle(results, failure === null);
    // Before anything else, so that the thread has something to do meanwhile.
    this.#handOn();
    const spans = results.reduce((sum, result) => sum + (result.ok ? result.spans : 0), 0);
    this.#rate.add(spans, performance.now());
    if (failure === null && results.some((result) => result.ok && result.items > 0)) this.#wrote();
    if (stored.length > 0) this.#options.onStored(stored);
    settled.answer();
    if (this.#backlog.isEmpty) this.#drained?.();
  }

  #refused(what: string, { text, fault }: Failure): void {
    const words = fault === null ? '' : ` (${FAULT_WORDS[fault]})`;
    this.#failed(`the database refused ${what}${words}: ${text}`, fault);
  }

  /** Also begins to probe: nobody may send anything that would show when the fault is over. */
  #failed(message: string, fault: StorageFault | null): void {
    if (!this.#stopping) this.#probe.refused();
    this.#options.onFailure(message, fault);
  }

  #wrote(): void {
    this.#probe.wrote();
    this.#options.onCommitted();
  }

  #onExit(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.commands.abandon();
    const refusal = bufferFull('the ingest thread stopped, send the request again');
    if (this.#backlog.refuseAll(refusal, this.#hasBegun))
      this.#options.onFailure('one request has ended the ingest thread twice: it is refused', null);
    this.#drained?.();
    this.#restartLater();
  }

  /**
   * Waits twice as long each time until a commit goes through, so that a lasting fault can't spin. One restart at a time, since
   * both a thread's end and its failure to start ask for one: a second thread would find the database locked by the first.
   */
  #restartLater(): void {
    if (this.#stopping || !this.#hasEverBegun || this.#isRestartDue) return;
    this.#isRestartDue = true;
    setTimeout(() => void this.#restart(), this.#restartDelayMs).unref();
    this.#restartDelayMs = Math.min(this.#restartDelayMs * 2, MAX_RESTART_DELAY_MS);
  }

  async #restart(): Promise<void> {
    this.#isRestartDue = false;
    if (this.#stopping) return;
    try {
      await this.start();
    } catch (error) {
      const fault = error instanceof NotStarted ? error.fault : null;
      this.#failed(`the ingest thread could not be started again: ${String(error)}`, fault);
      // A thread that was made asks again when it ends. Where the system allowed none, nothing else would.
      if (!this.#worker) this.#restartLater();
    }
  }
}
