import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import type { PricingOptions } from '../extract/pricing.ts';
import type { StorageFault } from '../store/faults.ts';
import type { EarlyThread } from '../runtime/early-thread.ts';
import type {
  OPERATIONS,
  OperationAnswer,
  OperationName,
  OperationParameters,
  OperationTable,
} from './operations.ts';
import { whyDied } from './failed-answer.ts';
import type { FirstToReader, QueryAnswer, QueryRequest, QueryWorkerData, ToReader } from './exchange.ts';
import { startReaderThread } from './thread.ts';
import { WaitingLine, type Question } from './waiting-line.ts';

declare const holds: unique symbol;
/** JSON bytes of a `T`. */
export type JsonBytes<T> = Buffer & { readonly [holds]?: T };

export const parseJson = <T>(json: JsonBytes<T>): T => JSON.parse(json.toString()) as T;

/** An answer that is on its way. */
export interface Asked<T> extends Promise<T> {
  /** Nobody waits for it any more: where no reader has begun with it, none will, and it rejects. */
  giveUp(): void;
}

interface Reader {
  readonly worker: Worker;
  readonly isBackground: boolean;
  /** The question that it is answering; null while it is idle. */
  question: Question | null;
  /** What it died of. */
  failure?: Error;
}

export interface QueryPoolOptions {
  readonly dataDirectory: string;
  /** The first reader, where one has been started already. */
  readonly thread?: EarlyThread | undefined;
  /** Starts another one. */
  readonly startThread?: (data: QueryWorkerData) => Worker;
  /** Read anew by `applySettings`. */
  readonly pricing?: PricingOptions;
}

/** A failure that a person should see, with the fault of the database where that is the cause. */
type OnFailure = (message: string, fault: StorageFault | null) => void;

const REST_MS = 250;
const LONGEST_REST_MS = 10_000;

/**
 * The reader threads: queries run there, beside ingestion, and come back as JSON bytes. What waits stands in one line, from
 * which each reader takes the next when it has answered, so that what nobody wants any more is never begun. A thread that dies is
 * started again, for as often as it takes. What nobody waits for has a thread of its own, and one reader is left free of
 * conversations, so that no list stands behind these. Of answers that are large, one is made at a time.
 */
export class QueryPool<Table extends OperationTable = typeof OPERATIONS> {
  readonly #options: QueryPoolOptions;
  readonly #onFailure: OnFailure;
  readonly #size: number;
  readonly #readers: Reader[] = [];
  readonly #waiting: WaitingLine;
  readonly #waitingInBackground = new WaitingLine(1);
  /** The reader that is being started; never rejects. */
  #starting: Promise<void> | undefined;
  /** The reader for the background, while it is being started; never rejects. */
  #startingBackground: Promise<void> | undefined;
  #restMs = REST_MS;
  #stopping = false;

  constructor(
    options: QueryPoolOptions,
    onFailure: OnFailure,
    size = Math.max(2, Math.min(4, availableParallelism())),
  ) {
    this.#options = options;
    this.#onFailure = onFailure;
    this.#size = size;
    this.#waiting = new WaitingLine(Math.max(1, size - 1));
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
  run<Name extends OperationName<Table>>(
    name: Name,
    ...parameters: OperationParameters<Name, Table>
  ): Asked<JsonBytes<OperationAnswer<Name, Table>>> {
    return this.#ask(this.#waiting, name, parameters);
  }

  /** As `run`, for long work that nobody waits for: on a thread of its own, or on the others where that one can't be started. */
  async runInBackground<Name extends OperationName<Table>>(
    name: Name,
    ...parameters: OperationParameters<Name, Table>
  ): Promise<JsonBytes<OperationAnswer<Name, Table>>> {
    if (!this.#hasBackground()) await this.#startBackground();
    return this.#ask(this.#hasBackground() ? this.#waitingInBackground : this.#waiting, name, parameters);
  }

  #hasBackground(): boolean {
    return this.#readers.some(({ isBackground }) => isBackground);
  }

  #ask(line: WaitingLine, name: string, parameters: readonly unknown[]): Asked<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const question: Question = { name, parameters, isLarge: false, answer: promise, resolve, reject };
    const refusal = this.#refusalOf(line);
    if (refusal === null) {
      line.add(question);
      this.#handOn();
      if (!this.#waiting.isEmpty) this.#grow();
    } else reject(refusal);
    const giveUp = (): void => {
      if (line.remove(question)) reject(new ApiError('BUFFER_FULL', 'nobody waited for it any more'));
    };
    return Object.assign(promise, { giveUp });
  }

  #refusalOf(line: WaitingLine): ApiError | null {
    if (this.#foreground().length === 0)
      return new ApiError('BUFFER_FULL', 'the reader thread is being started again');
    if (this.#stopping || line.isFull)
      return new ApiError('BUFFER_FULL', 'too many queries are waiting, try again later');
    return null;
  }

  /** Hands each idle reader the first question of its line. */
  #handOn(): void {
    for (const reader of this.#readers) {
      if (reader.question !== null) continue;
      const beside = this.#readers.filter(({ isBackground }) => isBackground === reader.isBackground);
      const next = this.#lineOf(reader).next(beside.flatMap(({ question }) => question ?? []));
      if (next === undefined) continue;
      reader.question = next;
      const { name, parameters } = next;
      // The line gives out what was found to be large only where no other such is being made.
      const mayAnswerLarge = next.isLarge || reader.isBackground || this.#size === 1;
      reader.worker.postMessage({ name, parameters, mayAnswerLarge } satisfies QueryRequest);
    }
  }

  #lineOf({ isBackground }: Reader): WaitingLine {
    return isBackground ? this.#waitingInBackground : this.#waiting;
  }

  /** The readers that answer what people wait for. */
  #foreground(): readonly Reader[] {
    return this.#readers.filter(({ isBackground }) => !isBackground);
  }

  /** Tells the readers that the prices have changed; one that is started later is told as it starts. */
  applySettings(): void {
    for (const { worker } of this.#readers) this.#tellPrices(worker);
  }

  /** Waits until all questions are answered, then has each reader close its file. */
  async stop(): Promise<void> {
    this.#stopping = true;
    // A reader that went on starting would keep the process alive.
    await this.#starting;
    await this.#startingBackground;
    const atWork = this.#readers.flatMap(({ question }) => question ?? []);
    const asked = [...atWork, ...this.#waiting.all(), ...this.#waitingInBackground.all()];
    await Promise.allSettled(asked.map(({ answer }) => answer));
    // Asked to close rather than terminated: killing threads that hold native modules has crashed Electron.
    await Promise.all(
      this.#readers.splice(0).map(
        ({ worker }) =>
          new Promise<void>((resolve) => {
            worker.once('exit', () => resolve());
            worker.postMessage('stop');
          }),
      ),
    );
  }

  #tellPrices(worker: Worker): void {
    const { pricing = {} } = this.#options;
    worker.postMessage({ pricing } satisfies ToReader);
  }

  #grow(): void {
    if (this.#stopping || this.#starting || this.#foreground().length >= this.#size) return;
    this.#starting = this.#startReader()
      .then(() => void (this.#restMs = REST_MS))
      .catch((error: unknown) => {
        this.#onFailure(`a reader thread could not be started: ${String(error)}`, null);
        // Other readers are there: the next one is started when it is needed.
        if (this.#foreground().length === 0) this.#growAfterRest();
      })
      .finally(() => (this.#starting = undefined));
  }

  /** Waits twice as long each time until a start succeeds, so that a lasting fault can't spin. */
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
    const { dataDirectory, thread, startThread = startReaderThread } = this.#options;
    const early = isBackground ? undefined : thread?.take();
    const worker = early ?? startThread({ isBackground });
    const reader: Reader = { worker, isBackground, question: null };
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
        this.#handOn();
        resolve();
      });
      worker.on('error', (error) => {
        reader.failure = error;
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
    const { question } = reader;
    reader.question = null;
    if (answer === 'large') {
      if (question !== null) this.#lineOf(reader).putBack(question);
      return this.#handOn();
    }
    this.#handOn();
    if (answer.ok) question?.resolve(Buffer.from(answer.json.buffer));
    else {
      if (answer.cause !== null) this.#onFailure(answer.cause, answer.fault);
      question?.reject(new ApiError(answer.code, answer.message));
    }
  }

  #onExit(reader: Reader): void {
    const index = this.#readers.indexOf(reader);
    if (index >= 0) this.#readers.splice(index, 1);
    reader.question?.reject(whyDied(reader.failure));
    reader.question = null;
    // Nobody is left to answer it.
    if (!this.#readers.some(({ isBackground }) => isBackground === reader.isBackground))
      for (const { reject } of this.#lineOf(reader).takeAll())
        reject(new ApiError('BUFFER_FULL', 'the reader thread is being started again'));
    // One for the background is started again when it is needed.
    if (index < 0 || reader.isBackground) return;
    this.#growAfterRest();
  }
}
