import type { Worker } from 'node:worker_threads';

/**
 * A thread that is started before whoever needs it is there, so that both load their code at the same time. Where it can't be
 * started, or ends meanwhile, nothing is told here: whoever needs it finds none, starts one, and sees what is wrong.
 */
export class EarlyThread {
  readonly #endMessage: unknown;
  #worker: Worker | undefined;
  readonly #forget = (): void => void (this.#worker = undefined);

  /** The thread has to end by itself on `endMessage`. */
  constructor(start: () => Worker, endMessage: unknown) {
    this.#endMessage = endMessage;
    try {
      this.#worker = start().once('error', this.#forget).once('exit', this.#forget);
    } catch {
      // The system allows no thread right now.
    }
  }

  /** The thread, once; from then on it is the caller's. */
  take(): Worker | undefined {
    const worker = this.#worker?.off('error', this.#forget).off('exit', this.#forget);
    this.#forget();
    return worker;
  }

  /** Has it end where nobody has taken it: a process that is ended while its threads load native code may crash. */
  async end(): Promise<void> {
    const worker = this.take();
    if (worker === undefined) return;
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      // Its end follows.
      worker.once('error', () => undefined);
      worker.postMessage(this.#endMessage);
    });
  }
}
