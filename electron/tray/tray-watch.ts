import { setTimeout as sleep } from 'node:timers/promises';
import { hasTray, type Run } from './has-tray.ts';

export interface TrayWatchOptions {
  readonly platform: NodeJS.Platform;
  readonly run?: Run;
  /** What a login is given to bring its panel up. */
  readonly patienceMs?: number;
  readonly everyMs?: number;
}

const MINUTE_MS = 60_000;

/** Looks for a tray until there is one: at a login the app may be up before the panel is. */
export class TrayWatch {
  readonly #options: TrayWatchOptions;
  readonly #begunAt = performance.now();
  #lookedAt = -Infinity;
  #isThere = false;

  constructor(options: TrayWatchOptions) {
    this.#options = options;
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  /** To be called again and again. Each look starts a program: after the first minute there is one a minute. */
  async look(now = performance.now()): Promise<void> {
    const isSeldom = now - this.#begunAt > MINUTE_MS;
    if (this.#isThere || (isSeldom && now - this.#lookedAt < MINUTE_MS)) return;
    this.#lookedAt = now;
    const { platform, run } = this.#options;
    if (await hasTray(platform, run)) this.#isThere = true;
  }

  /** Resolves as soon as there is one, or with false when a login has had its time. */
  async wait(): Promise<boolean> {
    const { patienceMs = 10_000, everyMs = 1000 } = this.#options;
    const until = performance.now() + patienceMs;
    await this.look();
    while (!this.#isThere && performance.now() < until) {
      await sleep(everyMs, undefined, { ref: false });
      await this.look();
    }
    return this.#isThere;
  }
}
