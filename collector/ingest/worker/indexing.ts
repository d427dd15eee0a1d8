import type { SearchEntry } from '../../store/search/search-text.ts';
import type { Writer } from '../../store/writer.ts';
import type { CommandDone } from '../jobs.ts';
import { Leisure } from './leisure.ts';

export interface IndexingOptions {
  readonly writer: Pick<Writer, 'index'>;
  readonly onDone: (done: CommandDone, failure: Error | null) => void;
  readonly onUnreadable: (spans: number, failure: string) => void;
  /** Milliseconds of any steady clock. */
  readonly now?: () => number;
}

/** As the readers send it (query/operations/search-queue.ts). */
interface Batch {
  readonly entries: readonly SearchEntry[];
  readonly unreadable: number;
  readonly failure: string | null;
}

interface Waiting {
  readonly id: number;
  readonly entries: readonly SearchEntry[];
  next: number;
  hasIndexed: boolean;
}

/**
 * Writes what spans are found by, in short transactions between two commits. What exporters wait for goes first.
 */
export class Indexing {
  readonly #options: IndexingOptions;
  readonly #leisure: Leisure;
  readonly #waiting: Waiting[] = [];

  constructor(options: IndexingOptions) {
    this.#options = options;
    this.#leisure = new Leisure(options.now);
  }

  add(id: number, batch: Uint8Array<ArrayBuffer>): void {
    const { entries, unreadable, failure } = JSON.parse(new TextDecoder().decode(batch)) as Batch;
    // Half a megabyte that would otherwise wait for a collection.
    batch.buffer.transfer(0);
    if (unreadable > 0) this.#options.onUnreadable(unreadable, failure ?? 'the reader failed');
    this.#waiting.push({ id, entries, next: 0, hasIndexed: false });
  }

  /** Something was stored just now, which took so long. */
  giveWay(storingMs: number): void {
    this.#leisure.giveWay(storingMs);
  }

  /** Milliseconds until the next step may be taken, 0 for at once; null when there is nothing to do. */
  waitMs(): number | null {
    return this.#waiting.length === 0 ? null : this.#leisure.waitMs();
  }

  /** One transaction. Throws nothing: a batch that fails is answered so, and its spans wait on. */
  step(): void {
    const [batch] = this.#waiting;
    if (!batch) return;
    const began = this.#leisure.now();
    const until = began + this.#leisure.stepMs;
    let failure: Error | null = null;
    try {
      this.#options.writer.index((search) => {
        do {
          const entry = batch.entries[batch.next++];
          if (entry && search.index(entry)) batch.hasIndexed = true;
        } while (batch.next < batch.entries.length && this.#leisure.now() < until);
      });
    } catch (error) {
      failure = error as Error;
    }
    this.#leisure.rest(began);
    if (failure === null && batch.next < batch.entries.length) return;
    this.#waiting.shift();
    const { id, hasIndexed } = batch;
    this.#options.onDone({ id, ok: failure === null, found: hasIndexed }, failure);
  }
}
