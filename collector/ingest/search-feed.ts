/** What one request of the feed asks for; see query/operations/search-queue.ts. */
export interface FeedRequest {
  /** The row behind which to begin. */
  readonly after: number;
  readonly limit: number;
  readonly namesOnly: boolean;
}

/** Batches that follow one another: what comes after them is much. */
const FEW_BATCHES = 4;

export interface SearchFeedOptions {
  /** Asked anew for each batch. */
  readonly isEnabled: () => boolean;
  /** Has a reader say what waiting spans are to be found by: JSON, `null` when none waits. `isMuch`: there is a backlog. */
  readonly read: (request: FeedRequest, isMuch: boolean) => Promise<Buffer>;
  /** Has the ingest thread index it; false where nothing of it was still as it was read. */
  readonly write: (batch: Buffer) => Promise<boolean>;
  readonly warn: (message: string) => void;
  /** Milliseconds from a failure to the next try, twice as many each time up to 40 times as many. */
  readonly retryMs?: number;
  /** Milliseconds from something new to its reading: what comes meanwhile is read with it. */
  readonly gatherMs?: number;
}

/** Spans of a batch: what a reader is busy with for some 10 ms, in which a query may wait for it. */
const LIMIT = 128;
const NOTHING = Buffer.from('null');
/** How a batch begins, with the row behind which the next one does. */
const LAST = /^\{"last":(\d+),/;
const HEAD_BYTES = 40;
const LONGEST_DOUBLING = 40;
const GATHER_MS = 100;

/**
 * Keeps search up with what is stored: readers do the reading, the ingest thread the writing, one batch after the other; of a
 * backlog the next is read while one is written. What waits is in the database, so that the feed may stop at any time and go
 * on with the next start.
 */
export class SearchFeed {
  readonly #options: SearchFeedOptions;
  #isStopped = false;
  #isWoken = false;
  #wake: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #failedReads = 0;
  /** What is being read while the batch before it is written. */
  #ahead: Promise<Buffer> | null = null;
  /** Batches since nothing was left to do. */
  #batches = 0;
  #failures = 0;
  #unreadable = 0;

  constructor(options: SearchFeedOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#run();
  }

  /** A batch that is under way ends with the threads. */
  stop(): void {
    this.#isStopped = true;
    this.#endRest?.();
    this.wake();
  }

  /** Something new waits, or the setting has changed. */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Spans that are found by their names only: told the first time and then ever more seldom. */
  countUnreadable(spans: number, failure: string): void {
    const before = this.#unreadable;
    this.#unreadable += spans;
    if (String(this.#unreadable).length === String(before).length && before > 0) return;
    this.#options.warn(
      `${this.#unreadable} spans could not be read for search and are found by their names only, lately because of: ${failure}`,
    );
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWoken = false;
      const isEnabled = this.#options.isEnabled();
      if (!isEnabled) this.#ahead = null;
      const mayBeMore = isEnabled && (await this.#advance());
      this.#batches = mayBeMore ? this.#batches + 1 : 0;
      if (mayBeMore || this.#isWoken || this.#isStopped) continue;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      await this.#rest(this.#options.gatherMs ?? GATHER_MS);
    }
  }

  /** Indexes one batch; false when nothing waits. Never rejects: what fails is tried again, from what has waited longest. */
  async #advance(): Promise<boolean> {
    const ahead = this.#ahead;
    this.#ahead = null;
    try {
      const batch = await (ahead ?? this.#read(0));
      if (this.#isStopped) return false;
      // Behind the last there is nothing, before it there may be what could not be indexed.
      if (batch.equals(NOTHING)) return ahead !== null;
      if (this.#isMuch()) this.#readAhead(batch);
      const isDone = await this.#options.write(batch);
      this.#failures = 0;
      // What was read has been replaced meanwhile, again and again under load.
      if (!isDone) await this.#retryLater(1);
    } catch (error) {
      this.#ahead = null;
      if (this.#isStopped) return false;
      if (this.#failures++ === 0) this.#options.warn(`search falls behind: ${String(error)}`);
      await this.#retryLater(2 ** (this.#failures - 1));
    }
    return true;
  }

  #readAhead(batch: Buffer): void {
    const last = Number(LAST.exec(batch.toString('latin1', 0, HEAD_BYTES))?.[1]);
    this.#ahead = this.#read(last);
    // It is told where it is waited for, if it is.
    this.#ahead.catch(() => undefined);
  }

  #isMuch(): boolean {
    return this.#batches >= FEW_BATCHES;
  }

  /** A span that no reader survives is reached by itself, then by its names only: nothing ends the feed. */
  async #read(after: number): Promise<Buffer> {
    const limit = this.#failedReads === 0 ? LIMIT : 1;
    try {
      const request = { after, limit, namesOnly: this.#failedReads > 1 };
      const batch = await this.#options.read(request, this.#isMuch());
      this.#failedReads = 0;
      return batch;
    } catch (error) {
      this.#failedReads++;
      throw error;
    }
  }

  #retryLater(times: number): Promise<void> {
    const { retryMs = 250 } = this.#options;
    return this.#rest(retryMs * Math.min(times, LONGEST_DOUBLING));
  }

  #rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#endRest = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}
