/**
 * Ids for new rows of a table. None that was in the file is given again while this process lives, though its row has gone:
 * deletions go by how far the ids went when they began.
 */
export class RowIds {
  readonly #last: () => number;
  /** After a rollback it is looked up when it is needed: a fault of the file is then that of what is to be written. */
  #next: number | null;
  #committed: number;

  /** `last`: the highest id in the file, 0 for none. */
  constructor(last: () => number) {
    this.#last = last;
    this.#next = this.#committed = last() + 1;
  }

  /** The one that `take` would answer. */
  get next(): number {
    return (this.#next ??= Math.max(this.#committed, this.#last() + 1));
  }

  take(): number {
    const id = this.next;
    this.#next = id + 1;
    return id;
  }

  /** The rows that were given ids are in the file. */
  committed(): void {
    if (this.#next !== null) this.#committed = this.#next;
  }

  /** After a rollback: nobody has seen those that were given since. Also after a commit of which that is uncertain. */
  reset(): void {
    this.#next = null;
  }
}
