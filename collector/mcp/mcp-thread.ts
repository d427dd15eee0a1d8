import type { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import type { McpAnswer, McpRequest } from '../contract/mcp.ts';
import { QueryPool, parseJson, type QueryPoolOptions } from '../query/pool.ts';
import type { QueryWorkerData } from '../query/exchange.ts';
import type { Reader } from '../query/reader.ts';
import { THREAD_LIMITS } from '../runtime/thread-limits.ts';
import { startThread } from '../runtime/bundles.ts';

type OnFailure = ConstructorParameters<typeof QueryPool>[1];
type Operations = { readonly answer: (reader: Reader, request: McpRequest) => McpAnswer };

const startMcpThread = (workerData: QueryWorkerData): Worker =>
  startThread(import.meta.url, './worker.ts', 'mcp-worker.cjs', {
    workerData,
    resourceLimits: THREAD_LIMITS,
  });

/**
 * The thread that answers coding assistants. It is a reader with the protocol beside it, started for the first request: most
 * collectors never get one, and it takes 25 MB.
 */
export class McpThread {
  readonly #pool: QueryPool<Operations>;
  readonly #onFailure: OnFailure;
  #started: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: Pick<QueryPoolOptions, 'dataDirectory' | 'pricing'>, onFailure: OnFailure) {
    this.#onFailure = onFailure;
    this.#pool = new QueryPool({ ...options, startThread: startMcpThread }, onFailure, 1);
  }

  /** Starts the thread where it does not run yet. Rejects with an ApiError. */
  async answer(request: McpRequest): Promise<McpAnswer> {
    if (this.#isStopped) throw new ApiError('BUFFER_FULL', 'the collector is being stopped');
    await (this.#started ??= this.#start());
    return parseJson(await this.#pool.run('answer', request));
  }

  async #start(): Promise<void> {
    try {
      await this.#pool.start();
    } catch (cause) {
      // The next request tries again.
      this.#started = undefined;
      const message = 'the thread that answers coding assistants could not be started';
      this.#onFailure(`${message}: ${String(cause)}`, null);
      throw new ApiError('BUFFER_FULL', `${message}, try again later`, { cause });
    }
  }

  applySettings(): void {
    this.#pool.applySettings();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#pool.stop();
  }
}
