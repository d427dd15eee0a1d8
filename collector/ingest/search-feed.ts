/** What one request of the feed asks for; see query/operations/search-queue.ts. */
export interface FeedRequest {
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
const LONGEST_DOUBLING = 40;
const GATHER_MS = 100;

/**
 * Keeps search up with what is stored: readers do the reading, the ingest thread the writing, one batch after the other.
 * What waits is in the database, so that the feed may stop at any time and go on with the next start.
 */
export class SearchFeed {
  readonly #options: SearchFeedOptions;
  #isStopped = false;
  #isWoken = false;
  #wake: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #failedReads = 0;
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
      const mayBeMore = this.#options.isEnabled() && (await this.#advance());
      this.#batches = mayBeMore ? this.#batches + 1 : 0;
      if (mayBeMore || this.#isWoken || this.#isStopped) continue;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      await this.#rest(this.#options.gatherMs ?? GATHER_MS);
    }
  }

  /** Indexes one batch. Never rejects: what fails is tried again. */
  async #advance(): Promise<boolean> {
    try {
      const batch = await this.#read();
      if (batch.equals(NOTHING) || this.#isStopped) return false;
      const isDone = await this.#options.write(batch);
      this.#failures = 0;
      // What was read has been replaced meanwhile, again and again under load.
      if (!isDone) await this.#retryLater(1);
    } catch (error) {
      if (this.#isStopped) return false;
      if (this.#failures++ === 0) this.#options.warn(`search falls behind: ${String(error)}`);
      await this.#retryLater(2 ** (this.#failures - 1));
    }
    return true;
  }

  /** A span that no reader survives is reached by itself, then by its names only: nothing ends the feed. */
  async #read(): Promise<Buffer> {
    const limit = this.#failedReads === 0 ? LIMIT : 1;
    try {
      const request = { limit, namesOnly: this.#failedReads > 1 };
      const batch = await this.#options.read(request, this.#batches >= FEW_BATCHES);
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
