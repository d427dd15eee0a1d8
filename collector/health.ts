import { stat, statfs } from 'node:fs/promises';
import { databaseFile } from './lib/database-file.ts';
import type { Config } from './config/config.ts';
import type { Health, Receiver } from './contract/health.ts';
import { ApiError } from './errors.ts';
import type { IngestQueue } from './ingest/queue/queue.ts';
import type { OperationAnswer } from './query/operations.ts';
import { parseJson, type QueryPool } from './query/pool.ts';
import type { ReceiverAddresses, ReceiverName } from './receivers/attempt.ts';
import type { ReceivingGate } from './receivers/receiving-gate.ts';
import { describeFault, type StorageFault } from './store/faults.ts';
import { EXTRACTION_VERSION, VERSION } from './lib/version.ts';

/** What of a report is known without asking the database. */
type State = Pick<Health, 'status' | 'receivers'> & {
  readonly otelStatus: Health['otel']['status'];
  readonly storage: Pick<Health['storage'], 'fault' | 'message' | 'is_writable'>;
};

type Totals = OperationAnswer<'storageTotals'>;

/** Less than who asks for the health waits for it. */
const TOTALS_PATIENCE_MS = 2000;

/** What `/api/v1/health` answers. */
export class HealthReport {
  #writing: StorageFault | null = null;
  #isReadable = true;
  /** Stays until the next start: that other pages can be read mends nothing. */
  #isDamaged = false;
  /** Why no port takes connections. */
  #shortage: string | null = null;
  #lastTotals: Totals = { traces: 0, spans: 0, behind: 0, due: 0 };
  #onStatusChanged: (() => void) | undefined;
  readonly #directory: string;
  readonly #queue: IngestQueue;
  readonly #query: QueryPool;
  readonly #gate: ReceivingGate;
  readonly #receivers: Record<ReceiverName, Receiver>;

  constructor(config: Config, queue: IngestQueue, query: QueryPool, gate: ReceivingGate) {
    this.#directory = config.storage.data_dir;
    this.#queue = queue;
    this.#query = query;
    this.#gate = gate;
    const off = (enabled: boolean): Receiver => ({ enabled, status: 'off', address: null, message: null });
    this.#receivers = {
      http: off(true),
      standard_http: off(config.otel.http.enabled),
      grpc: off(config.otel.grpc.enabled),
    };
  }

  /** The database refused a commit. */
  writingFailed(fault: StorageFault): void {
    this.#change(() => {
      this.#writing = fault;
      this.#isDamaged ||= fault === 'damaged';
    });
  }

  /** A commit has gone through. */
  wrote(): void {
    this.#change(() => (this.#writing = null));
  }

  /** Something could not be read. Only damage lasts: whether all can be read is asked with each report. */
  readingFailed(fault: StorageFault): void {
    if (fault === 'damaged') this.#change(() => (this.#isDamaged = true));
  }

  /** Where each receiver listens; null where it does not. */
  get addresses(): ReceiverAddresses {
    const { http, standard_http, grpc } = this.#receivers;
    return { http: http.address, standard_http: standard_http.address, grpc: grpc.address };
  }

  /** Calls `tell` with the whole report whenever its status changes from now on, in order, each change once. */
  watch(tell: (health: Health) => void, onFailure: (error: unknown) => void): void {
    let last = Promise.resolve();
    this.#onStatusChanged = () => {
      // As it is at this moment: it may have changed again until the rest of the report is there.
      const state = this.#state();
      last = last.then(async () => tell(await this.#complete(() => state))).catch(onFailure);
    };
  }

  listening(name: ReceiverName, address: string): string {
    this.#setReceiver(name, { enabled: true, status: 'listening', address, message: null });
    return address;
  }

  failed(name: ReceiverName, message: string): void {
    this.#setReceiver(name, { enabled: true, status: 'failed', address: null, message });
  }

  /** Of one that listens: why it takes no more connections for now; null when it does again. */
  turnsAway(name: ReceiverName, message: string | null): void {
    this.#setReceiver(name, { ...this.#receivers[name], message });
  }

  /** Why none of those that listen takes connections for now; null when they do again. */
  turnAllAway(message: string | null): void {
    this.#change(() => (this.#shortage = message));
  }

  /** Of a database that can't be read, or not in time, the totals are those that were read last. */
  report(): Promise<Health> {
    return this.#complete(() => this.#state());
  }

  #setReceiver(name: ReceiverName, receiver: Receiver): void {
    this.#change(() => (this.#receivers[name] = receiver));
  }

  /** All that the status depends on is changed in here, so that no change of it goes untold. */
  #change(change: () => void): void {
    const before = this.#status;
    change();
    if (this.#status !== before) this.#onStatusChanged?.();
  }

  get #status(): Health['status'] {
    // A receiver has something to say only where it does not listen, or turns connections away.
    const isWhole =
      this.#fault === null &&
      this.#shortage === null &&
      Object.values(this.#receivers).every(({ message }) => message === null);
    return isWhole ? 'ok' : 'degraded';
  }

  /** What stops exporters first, then what lasts. */
  get #fault(): StorageFault | null {
    if (this.#writing !== null && this.#writing !== 'failing') return this.#writing;
    if (this.#isDamaged) return 'damaged';
    return this.#writing ?? (this.#isReadable ? null : 'failing');
  }

  #state(): State {
    const fault = this.#fault;
    const file = databaseFile(this.#directory);
    const message = fault && describeFault(fault, file);
    return {
      status: this.#status,
      otelStatus: this.#writing === null ? (this.#gate.state.paused ? 'paused' : 'receiving') : 'failing',
      storage: { fault, message, is_writable: this.#writing === null },
      receivers: this.#receiversNow(),
    };
  }

  #receiversNow(): Health['receivers'] {
    const { http, standard_http, grpc } = this.#receivers;
    const now = (receiver: Receiver): Receiver =>
      receiver.status === 'listening'
        ? { ...receiver, message: receiver.message ?? this.#shortage }
        : receiver;
    return { http: now(http), standard_http: now(standard_http), grpc: now(grpc) };
  }

  async #complete(stateOf: () => State): Promise<Health> {
    const [totals, sizeBytes, freeBytes] = await Promise.all([
      this.#totalsInTime(),
      this.#size(),
      this.#free(),
    ]);
    const { status, otelStatus, receivers, storage } = stateOf();
    return {
      status,
      version: VERSION,
      otel: {
        enabled: true,
        status: otelStatus,
        metrics: { total_traces: totals.traces, total_spans: totals.spans },
      },
      receivers,
      storage: {
        path: this.#directory,
        size_bytes: sizeBytes,
        spans: totals.spans,
        free_bytes: freeBytes,
        ...storage,
      },
      queue: { spans: this.#queue.waitingItems, bytes: this.#queue.waitingBytes },
      ingest: { spans_per_second: this.#queue.spansPerSecond },
      receiving: this.#gate.state,
      search: { behind_spans: totals.behind },
      reindex: { version: EXTRACTION_VERSION, due_spans: totals.due },
    };
  }

  /** Those that were read last, where it takes too long: readers may wait for a disk that does not answer. */
  async #totalsInTime(): Promise<Totals> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, TOTALS_PATIENCE_MS);
    await Promise.race([this.#readTotals(), late.promise]);
    clearTimeout(timer);
    return this.#lastTotals;
  }

  async #readTotals(): Promise<void> {
    try {
      this.#lastTotals = parseJson(await this.#query.run('storageTotals'));
      this.#change(() => (this.#isReadable = true));
    } catch (error) {
      // Too many questions at once are no fault of the database, and the pool has written a fault of it into the log.
      if (!(error instanceof ApiError) || !error.retryable) this.#change(() => (this.#isReadable = false));
    }
  }

  /** What this user may still write on the disk of the data directory. */
  async #free(): Promise<number | null> {
    try {
      const { bavail, bsize } = await statfs(this.#directory);
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  /** The database with its write-ahead log. */
  async #size(): Promise<number> {
    const sizes = await Promise.all(
      ['', '-wal'].map((ending) =>
        stat(`${databaseFile(this.#directory)}${ending}`).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}
