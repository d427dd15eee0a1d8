import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import type { PricingOptions } from '../extract/pricing.ts';
import type { StorageFault } from '../store/faults.ts';
import type { EarlyThread } from '../runtime/early-thread.ts';
import { OperationTimes } from './operation-times.ts';
import type { OperationAnswer, OperationName, OperationParameters } from './operations.ts';
import type { FirstToReader, QueryAnswer, QueryRequest, ToReader } from './exchange.ts';
import { startReaderThread } from './thread.ts';

declare const holds: unique symbol;
/** JSON bytes of a `T`. */
export type JsonBytes<T> = Buffer & { readonly [holds]?: T };

export const parseJson = <T>(json: JsonBytes<T>): T => JSON.parse(json.toString()) as T;

interface Waiting {
  readonly name: OperationName;
  readonly resolve: (json: Buffer) => void;
  readonly reject: (error: ApiError) => void;
}

interface Reader {
  readonly worker: Worker;
  readonly isBackground: boolean;
  readonly waiting: Map<number, Waiting>;
}

export interface QueryPoolOptions {
  readonly dataDirectory: string;
  /** The first reader, where one has been started already. */
  readonly thread?: EarlyThread | undefined;
  /** Read anew by `applySettings`. */
  readonly pricing?: PricingOptions;
}

/** Something that a person should see, with what is wrong with the database where it is that. */
type OnFailure = (message: string, fault: StorageFault | null) => void;

/** Requests that may wait for one reader; more are refused, so that a flood of queries can't fill memory. */
const MAX_WAITING = 500;

const REST_MS = 250;
const LONGEST_REST_MS = 10_000;

/**
 * The reader threads: queries run there, beside ingestion, and come back as JSON bytes. One that dies is started again,
 * for as often as it takes. What nobody waits for has a thread of its own, so that no list stands behind it.
 */
export class QueryPool {
  readonly #options: QueryPoolOptions;
  readonly #onFailure: OnFailure;
  readonly #size: number;
  readonly #readers: Reader[] = [];
  #nextId = 1;
  /** The reader that is being started; never rejects. */
  #starting: Promise<void> | undefined;
  /** The reader for the background, while it is being started; never rejects. */
  #startingBackground: Promise<void> | undefined;
  readonly #times = new OperationTimes();
  #restMs = REST_MS;
  #stopping = false;

  constructor(options: QueryPoolOptions, onFailure: OnFailure, size = Math.min(4, availableParallelism())) {
    this.#options = options;
    this.#onFailure = onFailure;
    this.#size = size;
  }

  /**
   * Starts one reader, which opens the database as soon as that is there; the others come when the first are busy, so that
   * an idle collector stays small.
   */
  async start(database: Promise<void> = Promise.resolve()): Promise<void> {
    const started = this.#startReader(database);
    // A stop waits for it, however it ends.
    this.#starting = started.then(
      () => undefined,
      () => undefined,
    );
    await started.finally(() => (this.#starting = undefined));
  }

  /** The JSON bytes of the operation's answer. Rejects with an ApiError. */
  run<Name extends OperationName>(
    name: Name,
    ...parameters: OperationParameters<Name>
  ): Promise<JsonBytes<OperationAnswer<Name>>> {
    const reader = this.#leastBusy();
    if (reader !== undefined && reader.waiting.size > 0) this.#grow();
    return this.#ask(reader, name, parameters);
  }

  /** The same for much that nobody waits for: by a thread of its own, which is waited for; where none can be started, the others do it. */
  async runInBackground<Name extends OperationName>(
    name: Name,
    ...parameters: OperationParameters<Name>
  ): Promise<JsonBytes<OperationAnswer<Name>>> {
    if (this.#background() === undefined) await this.#startBackground();
    return this.#ask(this.#background() ?? this.#leastBusy(), name, parameters);
  }

  #background(): Reader | undefined {
    return this.#readers.find(({ isBackground }) => isBackground);
  }

  #ask<Name extends OperationName>(
    reader: Reader | undefined,
    name: Name,
    parameters: OperationParameters<Name>,
  ): Promise<JsonBytes<OperationAnswer<Name>>> {
    if (!reader)
      return Promise.reject(new ApiError('BUFFER_FULL', 'the reader thread is being started again'));
    if (this.#stopping || reader.waiting.size >= MAX_WAITING)
      return Promise.reject(new ApiError('BUFFER_FULL', 'too many queries are waiting, try again later'));
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      reader.waiting.set(id, { name, resolve, reject });
      reader.worker.postMessage({ id, name, parameters } satisfies QueryRequest);
    });
  }

  /** Of those that people wait for. */
  #foreground(): readonly Reader[] {
    return this.#readers.filter(({ isBackground }) => !isBackground);
  }

  /** By how long what waits there takes, as far as that is known: a list is not to stand behind a conversation. */
  #leastBusy(): Reader | undefined {
    return this.#foreground().reduce<Reader | undefined>(
      (best, one) => (best === undefined || this.#busyMs(one) < this.#busyMs(best) ? one : best),
      undefined,
    );
  }

  /** Tells the readers that the prices have changed; one that is started later is told as it starts. */
  applySettings(): void {
    for (const { worker } of this.#readers) this.#tellPrices(worker);
  }

  /** Lets each reader finish what it is at and close its file. */
  async stop(): Promise<void> {
    this.#stopping = true;
    // Asked to close rather than terminated: killing threads that hold native modules has crashed Electron.
    const endAll = (): Promise<void>[] =>
      this.#readers.splice(0).map(
        ({ worker }) =>
          new Promise<void>((resolve) => {
            worker.once('exit', () => resolve());
            worker.postMessage('stop');
          }),
      );
    const ended = endAll();
    // One that is left to start would hold the process.
    await this.#starting;
    await this.#startingBackground;
    await Promise.all([...ended, ...endAll()]);
  }

  #tellPrices(worker: Worker): void {
    const { pricing = {} } = this.#options;
    worker.postMessage({ pricing } satisfies ToReader);
  }

  #busyMs({ waiting }: Reader): number {
    let sum = 0;
    for (const { name } of waiting.values()) sum += this.#times.expectedMs(name);
    return sum;
  }

  #grow(): void {
    if (this.#stopping || this.#starting || this.#foreground().length >= this.#size) return;
    this.#starting = this.#startReader()
      .then(() => void (this.#restMs = REST_MS))
      .catch((error: unknown) => {
        this.#onFailure(`a reader thread could not be started: ${String(error)}`, null);
        // While others read, the next one comes when it is needed.
        if (this.#foreground().length === 0) this.#growAfterRest();
      })
      .finally(() => (this.#starting = undefined));
  }

  /** Longer each time until a start succeeds, so that a lasting fault can't spin. */
  #growAfterRest(): void {
    setTimeout(() => this.#grow(), this.#restMs).unref();
    this.#restMs = Math.min(this.#restMs * 2, LONGEST_REST_MS);
  }

  async #startBackground(): Promise<void> {
    if (this.#stopping) return;
    await (this.#startingBackground ??= this.#startReader(undefined, true).then(
      () => void (this.#startingBackground = undefined),
      (error: unknown) => {
        this.#onFailure(`a reader thread could not be started: ${String(error)}`, null);
        // The others do its work meanwhile.
        setTimeout(() => (this.#startingBackground = undefined), LONGEST_REST_MS).unref();
      },
    ));
  }

  /** Rejects where the thread ends before it is ready, or the system allows none for now. */
  async #startReader(database = Promise.resolve(), isBackground = false): Promise<void> {
    const { dataDirectory, thread } = this.#options;
    const early = isBackground ? undefined : thread?.take();
    const worker = early ?? startReaderThread({ isBackground });
    const reader: Reader = { worker, isBackground, waiting: new Map() };
    const tell = (message: FirstToReader): void => worker.postMessage(message);
    database.then(
      () => tell({ dataDirectory }),
      () => tell('stop'),
    );
    return new Promise((resolve, reject) => {
      worker.on('message', (message: QueryAnswer | 'ready') => {
        if (message !== 'ready') return this.#onAnswer(reader, message);
        this.#tellPrices(worker);
        this.#readers.push(reader);
        resolve();
      });
      worker.on('error', (error) => {
        this.#onFailure(`a reader thread failed: ${error.stack ?? error.message}`, null);
        reject(error);
      });
      worker.on('exit', (code) => {
        reject(new Error(`the thread ended with ${code} before it was ready`));
        this.#onExit(reader);
      });
    });
  }

  #onAnswer(reader: Reader, answer: QueryAnswer): void {
    const waiting = reader.waiting.get(answer.id);
    reader.waiting.delete(answer.id);
    if (waiting !== undefined) this.#times.learn(waiting.name, answer.ms);
    if (answer.ok) waiting?.resolve(Buffer.from(answer.json.buffer));
    else {
      if (answer.cause !== null) this.#onFailure(answer.cause, answer.fault);
      waiting?.reject(new ApiError(answer.code, answer.message));
    }
  }

  #onExit(reader: Reader): void {
    const index = this.#readers.indexOf(reader);
    if (index >= 0) this.#readers.splice(index, 1);
    for (const { reject } of reader.waiting.values())
      reject(new ApiError('STORAGE_ERROR', 'the reader thread stopped, ask again'));
    reader.waiting.clear();
    // One for the background is started again when it is needed.
    if (this.#stopping || index < 0 || reader.isBackground) return;
    this.#growAfterRest();
  }
}
