import type { Room } from '../lib/room.ts';

/**
 * The most memory that is taken at once for a size that a body only announces: a longer one gets more as it comes, since it may
 * never come.
 */
export const MAX_TRUSTED_BYTES = 4 * 1024 * 1024;

/** Gathers bytes, of which nobody knows how many will come, in one piece of memory: joining pieces at the end takes twice as much. */
export class GrowingBytes {
  readonly #limit: number;
  readonly #room: Room;
  #bytes: Buffer<ArrayBuffer>;
  #size = 0;

  /** Takes `first` bytes of memory at once, and never more than `limit`. */
  constructor(first: number, limit: number, room: Room) {
    this.#limit = limit;
    this.#room = room;
    this.#bytes = room.lend(Math.min(first, limit));
  }

  get size(): number {
    return this.#size;
  }

  /** The caller must keep it within the limit. */
  add(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#bytes.length) this.#grow(size);
    part.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  /** All that was added, in memory of its own or lent. Nothing may be added afterwards. */
  take(): Buffer {
    const bytes = this.#bytes;
    return this.#size === bytes.length ? bytes : Buffer.from(bytes.buffer.transfer(this.#size));
  }

  /** Gives its memory back: the body is refused. Nothing may be done with it afterwards. */
  drop(): void {
    this.#room.takeBack(this.#bytes);
  }

  #grow(needed: number): void {
    const length = Math.min(Math.max(needed, this.#bytes.length * 2), this.#limit);
    const larger = this.#room.lend(length);
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#room.takeBack(this.#bytes);
    this.#bytes = larger;
  }
}
