import type { Health } from '../../collector/contract/health.ts';

export interface PulseOptions {
  /** Asks the collector, with a token where it wants one. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** After each look: null where it did not answer. Its end is waited for. */
  readonly onBeat: (health: Health | null) => Promise<void> | void;
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const PATIENCE_MS = 5000;

/** Looks at the collector's health again and again, one look at a time. */
export class Pulse {
  readonly #options: PulseOptions;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #looking: Promise<void> | null = null;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  start(): void {
    void this.beat();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Looks at once; whoever asks meanwhile waits for the same look. */
  beat(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = null)));
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const { onBeat, onFailure, everyMs = 3000 } = this.#options;
    try {
      await onBeat(await this.#health());
    } catch (error) {
      onFailure(error);
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.beat(), everyMs).unref();
  }

  async #health(): Promise<Health | null> {
    try {
      const answer = await this.#options.request('/api/v1/health', {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const health = (await answer.json()) as Health;
      return answer.ok ? withReceiving(health) : null;
    } catch {
      return null;
    }
  }
}

/** A collector of an older version, to which the window may be attached, can't be paused and does not say so. */
const withReceiving = (health: Health): Health => ({
  ...health,
  receiving: health.receiving ?? { paused: false, refused: 0 },
});
