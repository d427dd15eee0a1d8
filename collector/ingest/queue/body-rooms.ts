import type { ApiError } from '../../errors.ts';
import type { Room } from '../../lib/room.ts';
import type { BodyMemory } from '../body-memory.ts';

/** After that a body counts with what has come of it: a client that announces much and sends nothing must not keep others out. */
const KEPT_FREE_MS = 2000;

/** Counts the bodies that are being read against the bounds, by the lengths that were announced. */
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
