import { ApiError } from '../errors.ts';
import type { Consume } from './receiver.ts';

/** Whether exports are taken, and what was refused since they are not. */
export interface TapState {
  readonly paused: boolean;
  /** Requests, since the pause began; exporters send each of them again. */
  readonly refused: number;
}

/** Before all receivers: while it is shut each export is refused as retryable, so that a pause loses nothing by itself. */
export class Tap {
  #refused = 0;
  #paused = false;

  get state(): TapState {
    return { paused: this.#paused, refused: this.#refused };
  }

  /** May be called twice; what was accepted before is stored. */
  pause(): TapState {
    if (!this.#paused) this.#refused = 0;
    this.#paused = true;
    return this.state;
  }

  resume(): TapState {
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
