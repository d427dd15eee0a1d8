import type { Receiving } from '../contract/receiving.ts';
import { ApiError } from '../errors.ts';
import type { Consume } from './receiver.ts';

/** Before all receivers: while it is closed each export is refused as retryable, so that a pause loses nothing by itself. */
export class ReceivingGate {
  #refused = 0;
  #paused = false;

  get state(): Receiving {
    return { paused: this.#paused, refused: this.#refused };
  }

  /** May be called twice; what was accepted before is stored. */
  pause(): Receiving {
    if (!this.#paused) this.#refused = 0;
    this.#paused = true;
    return this.state;
  }

  resume(): Receiving {
    this.#paused = false;
    return this.state;
  }

  guard(consume: Consume): Consume {
    return (request) => {
      if (!this.#paused) return consume(request);
      this.#refused++;
      return Promise.reject(new ApiError('RECEIVING_PAUSED', 'receiving is paused here, try again later'));
    };
  }
}
