import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import type { Health, Receiver } from './contract/health.ts';
import type { IngestQueue } from './ingest/queue.ts';
import type { QueryPool } from './query/pool.ts';
import { VERSION } from './version.ts';

export type ReceiverName = keyof Health['receivers'];

/** What `/api/v1/health` answers. */
export class HealthReport {
  #storageFailed = false;
  #onStatusChanged: (() => void) | undefined;
  readonly #directory: string;
  readonly #queue: IngestQueue;
  readonly #query: QueryPool;
  readonly #receivers: Record<ReceiverName, Receiver>;

  constructor(config: Config, queue: IngestQueue, query: QueryPool) {
    this.#directory = config.storage.data_dir;
    this.#queue = queue;
    this.#query = query;
    const off = (enabled: boolean): Receiver => ({ enabled, status: 'off', address: null, message: null });
    this.#receivers = {
      http: off(true),
      standard_http: off(config.otel.http.enabled),
      grpc: off(config.otel.grpc.enabled),
    };
  }

  /** The database refused a commit, and none has gone through since. */
  get storageFailed(): boolean {
    return this.#storageFailed;
  }

  set storageFailed(failed: boolean) {
    const before = this.#status;
    this.#storageFailed = failed;
    if (this.#status !== before) this.#onStatusChanged?.();
  }

  /** Calls `tell` with the whole report whenever its status has changed from now on, in order, each change once. */
  watch(tell: (health: Health) => void, onFailure: (error: unknown) => void): void {
    let told = this.#status;
    let last = Promise.resolve();
    const tellChange = async (): Promise<void> => {
      const health = await this.report();
      if (health.status === told) return;
      told = health.status;
      tell(health);
    };
    this.#onStatusChanged = () => {
      last = last.then(tellChange).catch(onFailure);
    };
  }

  get #status(): Health['status'] {
    const isWhole =
      !this.#storageFailed && Object.values(this.#receivers).every(({ status }) => status !== 'failed');
    return isWhole ? 'ok' : 'degraded';
  }

  listening(name: ReceiverName, address: string): string {
    this.#receivers[name] = { enabled: true, status: 'listening', address, message: null };
    return address;
  }

  failed(name: ReceiverName, message: string): void {
    this.#receivers[name] = { enabled: true, status: 'failed', address: null, message };
  }

  async report(): Promise<Health> {
    const json = await this.#query.run('storageTotals');
    const totals = JSON.parse(json.toString()) as { traces: number; spans: number; behind: number };
    const receivers = this.#receivers;
    return {
      status: this.#status,
      version: VERSION,
      otel: {
        enabled: true,
        status: this.storageFailed ? 'failing' : 'receiving',
        metrics: { total_traces: totals.traces, total_spans: totals.spans },
      },
      receivers: { ...receivers },
      storage: { path: this.#directory, size_bytes: await this.#size(), spans: totals.spans },
      queue: { spans: this.#queue.waitingSpans, bytes: this.#queue.waitingBytes },
      ingest: { spans_per_second: this.#queue.spansPerSecond },
      search: { behind_spans: totals.behind },
    };
  }

  /** The database with its write-ahead log. */
  async #size(): Promise<number> {
    const sizes = await Promise.all(
      ['tracedeck.db', 'tracedeck.db-wal'].map((name) =>
        stat(path.join(this.#directory, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}
