import type { Writer } from '../../store/writing/writer.ts';
import { SteppedWork } from './stepped-work.ts';

export interface MergingOptions {
  readonly writer: Pick<Writer, 'mergeWords'>;
  /** Whoever merges all there is does this as well. */
  readonly isDoneByOthers: () => boolean;
  /** Pages of what was deleted are free. Called after the commit. */
  readonly onRoom: () => void;
  readonly onFailure: (failure: Error) => void;
  /** Milliseconds of any steady clock. */
  readonly now?: () => number;
}

interface Round {
  /** Something was deleted before it, which leaves the file as it is merged. */
  makesRoom: boolean;
  hasMerged: boolean;
}

/**
 * Merges what FTS5 finds due of the segments of search, in pieces between commits. A piece is some milliseconds, but ends between two
 * words only: one that stands in each of a million spans takes a fifth of a second.
 */
export class Merging extends SteppedWork<Round> {
  readonly #options: MergingOptions;
  #round: Round | null = null;

  constructor(options: MergingOptions) {
    super(options.now, true);
    this.#options = options;
  }

  /** Words have come, or such as were deleted are to leave room: something may be due. */
  look(makesRoom = false): void {
    if (this.#round === null) {
      this.#round = { makesRoom: false, hasMerged: false };
      this.wait(this.#round);
    }
    this.#round.makesRoom ||= makesRoom;
  }

  override waitMs(): number | null {
    return this.#options.isDoneByOthers() ? null : super.waitMs();
  }

  protected work(round: Round, hasTime: () => boolean): boolean {
    return !this.#options.writer.mergeWords((words) => {
      let isMore = words.merge();
      round.hasMerged ||= isMore;
      while (isMore && hasTime()) isMore = words.merge();
      return isMore;
    });
  }

  protected end({ makesRoom, hasMerged }: Round, failure: Error | null): void {
    this.#round = null;
    if (failure) this.#options.onFailure(failure);
    else if (makesRoom && hasMerged) this.#options.onRoom();
  }
}
