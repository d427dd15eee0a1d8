const HOUR_MS = 3_600_000;

interface Look {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/**
 * Whether a clock may be believed by whoever deletes by it. Before its time is set, or where a machine wakes up, it is wrong
 * for some seconds, and what was deleted by it stays so.
 */
export class SteadyClock {
  #last: Look | undefined;

  /**
   * To be asked each time that the clock is read. `first` of the first time; `ahead` where the clock went an hour further since the
   * last than time did, which a sleep looks like, too: that it is so still at the next tells that it is right.
   */
  look(wallMs: number, monotonicMs = performance.now()): 'first' | 'ahead' | 'steady' {
    const last = this.#last;
    this.#last = { wallMs, monotonicMs };
    if (last === undefined) return 'first';
    const ahead = wallMs - last.wallMs - (monotonicMs - last.monotonicMs);
    return ahead > HOUR_MS ? 'ahead' : 'steady';
  }
}
