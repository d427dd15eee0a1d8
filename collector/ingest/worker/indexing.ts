import type { SearchEntry } from '../../store/search/search-text.ts';
import type { Writer } from '../../store/writing/writer.ts';
import type { CommandDone } from '../jobs.ts';
import { SteppedWork } from './stepped-work.ts';

export interface IndexingOptions {
  readonly writer: Pick<Writer, 'index'>;
  /** Words have come into the index. */
  readonly onIndexed: () => void;
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
  /** Those of them that could be. */
  indexed: number;
}

/** Writes what spans are found by. A batch that fails is answered so, and its spans wait on. */
export class Indexing extends SteppedWork<Waiting> {
  readonly #options: IndexingOptions;

  constructor(options: IndexingOptions) {
    super(options.now);
    this.#options = options;
  }

  add(id: number, batch: Uint8Array<ArrayBuffer>): void {
    const { entries, unreadable, failure } = JSON.parse(new TextDecoder().decode(batch)) as Batch;
    // Half a megabyte that would otherwise wait for a collection.
    batch.buffer.transfer(0);
    if (unreadable > 0) this.#options.onUnreadable(unreadable, failure ?? 'the reader failed');
    this.wait({ id, entries, next: 0, indexed: 0 });
  }

  protected work(batch: Waiting, hasTime: () => boolean): boolean {
    const { entries } = batch;
    this.#options.writer.index((search) => {
      do {
        const entry = entries[batch.next++];
        if (entry && search.index(entry)) batch.indexed++;
      } while (batch.next < entries.length && hasTime());
    });
    this.#options.onIndexed();
    return batch.next >= entries.length;
  }

  protected end({ id, indexed }: Waiting, failure: Error | null): void {
    this.#options.onDone({ id, ok: failure === null, found: indexed }, failure);
  }
}
