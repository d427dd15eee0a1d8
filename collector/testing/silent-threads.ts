import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { EarlyThread } from '../runtime/early-thread.ts';

/** Threads that do nothing: a test says what is heard of them, and sees what they are told. */
export class SilentThreads extends EarlyThread {
  readonly taken: EventEmitter[] = [];
  /** What the last of them was told, in its order. */
  told: unknown[] = [];

  constructor() {
    super(() => {
      throw new Error('none before it is taken');
    }, null);
  }

  override take(): Worker {
    const told: unknown[] = (this.told = []);
    const thread = Object.assign(new EventEmitter(), {
      postMessage: (message: unknown) => void told.push(message),
    });
    this.taken.push(thread);
    return thread as unknown as Worker;
  }
}
