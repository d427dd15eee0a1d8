import type { ApiError } from '../../errors.ts';
import type { BodyMemory } from '../body-memory.ts';

/** Room for a body while it is read. */
export interface Room {
  /** So much of the body is there. Throws BUFFER_FULL where that is more than the room and there is no more. */
  has(bytes: number): void;
  /** May be called twice. */
  free(): void;
  /** Memory for so much of it, with whatever was in that before; good until it is taken back or stored. */
  lend(bytes: number): Buffer<ArrayBuffer>;
  /** Of bytes that nobody uses any more: their memory, if it was lent or is theirs alone. */
  takeBack(bytes: Buffer): void;
}

/** A body that has not come by then counts with what there is of it: who announces and sends nothing keeps nobody out. */
const KEPT_FREE_MS = 2000;

/** The memory of bodies that are being read: what was announced, which will be there in a moment. */
export class BodyRooms {
  readonly #memory: BodyMemory;
  #bytes = 0;

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `refusalOf`: why a body may not have so many bytes beside those of others. */
  open(announced: number, refusalOf: (bytes: number, others: number) => ApiError | null): Room {
    let held = announced;
    let there = 0;
    const hold = (bytes: number): void => {
      this.#bytes += bytes - held;
      held = bytes;
    };
    this.#bytes += announced;
    const late = setTimeout(() => hold(there), KEPT_FREE_MS).unref();
    return {
      has: (bytes) => {
        if (bytes > held) {
          const refusal = refusalOf(bytes, this.#bytes - held);
          if (refusal !== null) throw refusal;
          hold(bytes);
        }
        there = bytes;
      },
      free: () => {
        clearTimeout(late);
        hold(0);
      },
      lend: (bytes) => this.#memory.lend(bytes),
      takeBack: (bytes) => this.#memory.takeBack(bytes),
    };
  }
}
