import type { DeletedWords } from '../../store/search/deleted-words.ts';
import type { Writer } from '../../store/writing/writer.ts';
import { SteppedWork } from './stepped-work.ts';

export interface ErasingOptions {
  readonly writer: Pick<Writer, 'mergeWords' | 'isErasing'>;
  /** Pages of the file were written anew and are free. Called after the commit. */
  readonly onErased: () => void;
  readonly onFailure: (failure: Error) => void;
  /** Milliseconds of any steady clock. */
  readonly now?: () => number;
}

/** One merge of all that search has. What is deleted while it goes on may stay in it. */
interface Round {
  hasMerged: boolean;
  areGone: boolean;
  spentMs: number;
}

/** However often somebody deletes, the index is not written anew all the time: rounds take a twentieth of it. */
const REST = 20;
/** After one that failed, such as on a full disk. */
const AGAIN_MS = 600_000;

/**
 * Takes the words of what somebody has deleted out of the file, soon after: a second of merging for 100,000 spans, in pieces
 * between commits.
 */
export class Erasing extends SteppedWork<Round> {
  readonly #options: ErasingOptions;
  readonly #now: () => number;
  /** Under way, or waiting for its time. */
  #round: Round | null = null;
  #restedFrom = -Infinity;

  constructor(options: ErasingOptions) {
    const now = options.now ?? (() => performance.now());
    super(now, true);
    this.#options = options;
    this.#now = now;
  }

  /** Something may have been deleted, now or by a process before this one. */
  look(): void {
    if (this.#round === null && this.#options.writer.isErasing) this.#waitForRound();
  }

  #waitForRound(): void {
    this.#round = { hasMerged: false, areGone: false, spentMs: 0 };
    this.wait(this.#round);
  }

  /** All that search has is being merged, whatever else there is to merge with it. */
  get isMerging(): boolean {
    return this.#round?.hasMerged ?? false;
  }

  override waitMs(): number | null {
    const waitMs = super.waitMs();
    return waitMs === null ? null : Math.max(waitMs, Math.ceil(this.#restedFrom - this.#now()));
  }

  protected work(round: Round, hasTime: () => boolean): boolean {
    const began = this.#now();
    const isMore = this.#options.writer.mergeWords((words) => mergeSome(words, round, hasTime));
    round.spentMs += this.#now() - began;
    return !isMore;
  }

  protected end({ hasMerged, areGone, spentMs }: Round, failure: Error | null): void {
    this.#round = null;
    this.#restedFrom = this.#now() + (failure ? AGAIN_MS : REST * spentMs);
    if (failure) this.#options.onFailure(failure);
    if (failure || !areGone) this.#waitForRound();
    else if (hasMerged) this.#options.onErased();
  }
}

/** Answers whether there is more to merge in this round. */
function mergeSome(words: DeletedWords, round: Round, hasTime: () => boolean): boolean {
  let isMore = round.hasMerged ? words.merge() : words.gather();
  round.hasMerged ||= isMore;
  while (isMore && hasTime()) isMore = words.merge();
  if (isMore) return true;
  round.areGone = words.areGone;
  if (round.areGone) words.erased();
  return false;
}
