import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { EarlyThread } from '../runtime/early-thread.ts';

/** Threads that do nothing: a test says what is heard of them. */
export class SilentThreads extends EarlyThread {
  readonly taken: EventEmitter[] = [];

  constructor() {
    super(() => {
      throw new Error('none before it is taken');
    }, null);
  }

  override take(): Worker {
    const thread = Object.assign(new EventEmitter(), { postMessage: () => undefined });
    this.taken.push(thread);
    return thread as unknown as Worker;
  }
}
