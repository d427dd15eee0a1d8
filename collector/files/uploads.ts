import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Worker } from 'node:worker_threads';
import type { ImportReport } from '../contract/imports.ts';
import type { Encoding, Signal } from '../decode/count.ts';
import { needDataDirectory } from '../need-data-directory.ts';
import { uploadsFolder } from '../lib/database-file.ts';
import { ApiError, notWritten } from '../errors.ts';
import { makeLastFolder } from '../lib/make-folder.ts';
import { startThread } from '../runtime/bundles.ts';
import { cameToNothing } from './came-to-nothing.ts';
import { PATIENCE_MS } from './send-records.ts';
import type { FromImport, RecordAnswer, ToImport } from './import-exchange.ts';

export interface UploadsOptions {
  readonly dataDirectory: string;
  /** Stores one export request; rejects with an ApiError. */
  readonly consume: (request: {
    readonly signal: Signal;
    readonly encoding: Encoding;
    readonly projectId: string;
    readonly body: Buffer;
  }) => Promise<{ readonly rejected: number; readonly message: string }>;
  /** The largest export request. */
  readonly maxBytes: number;
  readonly onFailure: (message: string) => void;
  /** For how long the storage may refuse before an import is given up. */
  readonly patienceMs?: number;
}

interface Running {
  readonly projectId: string;
  readonly resolve: (report: ImportReport) => void;
  readonly reject: (error: ApiError) => void;
}

/** Files that are taken at once; each may lie on the disk twice for that long. */
const MAX_UPLOADS = 4;

/**
 * Files that come over HTTP. Each is put on the disk as it comes, beside the database and only for this user, and then
 * read by a thread of its own: what is in memory does not depend on its size.
 */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #folder: string;
  readonly #running = new Map<number, Running>();
  #worker: Worker | null = null;
  #nextId = 1;
  #uploads = 0;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#folder = uploadsFolder(options.dataDirectory);
  }

  /** What a process that died has left of its uploads goes. */
  async start(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Resolves when all of the file is stored; rejects with an ApiError, also where nothing of it is. An aborted import keeps
   * what it has stored.
   */
  async store(projectId: string, content: Readable, signal: AbortSignal): Promise<ImportReport> {
    if (this.#uploads >= MAX_UPLOADS)
      throw new ApiError('BUFFER_FULL', `${this.#uploads} files are being imported, try again later`);
    this.#uploads++;
    const file = path.join(this.#folder, randomUUID());
    try {
      needDataDirectory(this.#options.dataDirectory);
      makeLastFolder(this.#folder);
      await pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal });
      const report = await this.#import(projectId, file, signal);
      // Who looks at the status alone, as scripts do, takes 200 for a file that is stored.
      if (cameToNothing(report)) throw nothingStored(report);
      return report;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (!signal.aborted) this.#options.onFailure(`a file could not be imported: ${String(error)}`);
      throw notWritten('the file could not be imported', error);
    } finally {
      this.#uploads--;
      await rm(file, { force: true });
    }
  }

  /** Imports under way end where they stand. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#tell(worker, 'stop');
    await ended;
  }

  #import(projectId: string, file: string, signal: AbortSignal): Promise<ImportReport> {
    const worker = (this.#worker ??= this.#startWorker());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#running.set(id, { projectId, resolve, reject });
      signal.addEventListener('abort', () => this.#tell(worker, { type: 'cancel', id }), { once: true });
      const { maxBytes, patienceMs = PATIENCE_MS } = this.#options;
      this.#tell(worker, { type: 'import', id, file, maxBytes, patienceMs });
    });
  }

  #startWorker(): Worker {
    const worker = startThread(import.meta.url, './import-worker.ts', 'import-worker.cjs');
    worker.on('message', (message: FromImport) => void this.#onMessage(worker, message));
    worker.on('error', (error) =>
      this.#options.onFailure(`the import thread failed: ${error.stack ?? error.message}`),
    );
    // The next import starts another one.
    worker.on('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#running.values())
        reject(new ApiError('STORAGE_ERROR', 'the import thread stopped, send the file again'));
      this.#running.clear();
    });
    return worker;
  }

  async #onMessage(worker: Worker, message: FromImport): Promise<void> {
    const running = this.#running.get(message.id);
    if (message.type === 'record') {
      const answer = running ? await this.#consume(running.projectId, message.sent) : GONE;
      return this.#tell(worker, { type: 'answer', record: message.record, ...answer });
    }
    this.#running.delete(message.id);
    if (message.type === 'done') running?.resolve(message.report);
    else running?.reject(endedEarly(message));
  }

  async #consume(
    projectId: string,
    { signal, encoding, body }: Extract<FromImport, { type: 'record' }>['sent'],
  ): Promise<RecordAnswer> {
    try {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      const { rejected, message } = await this.#options.consume({ signal, encoding, projectId, body: bytes });
      return { ok: true, rejected, message };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // Nobody waits for this promise: what it rejected with would end the process, and the import would wait for ever.
        this.#options.onFailure(`a part of a file could not be stored: ${String(error)}`);
        return { ok: false, retryable: false, refused: false, message: 'the collector failed to store it' };
      }
      const { retryable, status, message } = error;
      return { ok: false, retryable, refused: status === 400 || status === 413, message };
    }
  }

  #tell(worker: Worker, message: ToImport): void {
    worker.postMessage(message);
  }
}

const endedEarly = ({ failure, retryable }: Extract<FromImport, { type: 'failed' }>): ApiError =>
  new ApiError(retryable ? 'STORAGE_UNAVAILABLE' : 'STORAGE_ERROR', `the import ended early: ${failure}`);

function nothingStored({ bad, problems }: ImportReport): ApiError {
  const [first] = problems;
  const why = first === undefined ? '' : `: ${first.at} ${first.reason}`;
  const others = bad > 1 ? `; ${bad - 1} more of its parts neither` : '';
  return new ApiError('INVALID_OTLP', `nothing in the file could be stored${why}${others}`);
}

const GONE: RecordAnswer = { ok: false, retryable: false, refused: false, message: 'nobody waits for it' };
