import { countRecords, EXPORT_REQUESTS } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { TraceDecoder } from '../decode/traces.ts';
import { DecodeError } from '../decode/wire.ts';
import { createExtractor } from '../extract/extract.ts';
import type { Append, StoredSpan, Writer } from '../store/writer.ts';
import type { AttributeIndexer } from './attribute-indexer.ts';
import type { IngestJob, IngestResult } from './jobs.ts';
import { spanRow } from './span-row.ts';

/** What one transaction takes in at most; a flood is written in few large ones, a lone span at once. */
const MAX_SPANS_A_COMMIT = 2048;
const MAX_BYTES_A_COMMIT = 24 * 1024 * 1024;

export interface Commit {
  readonly results: readonly IngestResult[];
  readonly stored: readonly StoredSpan[];
  /** Why the database refused or what went wrong in here, for the log. */
  readonly failure: Error | null;
}

/** A job whose body has been decoded to its last byte once. */
interface ReadyJob {
  readonly job: IngestJob;
  /** Protobuf, whatever it came as. */
  readonly body: Buffer;
  readonly outcome: Extract<IngestResult, { ok: true }>;
}

/** decode -> extract -> write, on the ingest thread. */
export class Pipeline {
  readonly #writer: Writer;
  readonly #decoder = new TraceDecoder();
  readonly #extractor = createExtractor();

  readonly #indexer: AttributeIndexer;

  constructor(writer: Writer, indexer: AttributeIndexer) {
    this.#writer = writer;
    this.#indexer = indexer;
  }

  /**
   * Takes jobs from `next` until it has none or the transaction is full, and writes them in one commit. A job that
   * can't be decoded fails alone and leaves nothing.
   */
  commit(next: () => IngestJob | undefined): Commit {
    const results: IngestResult[] = [];
    const ready: ReadyJob[] = [];
    let spans = 0;
    let bytes = 0;
    let fault: Error | null = null;
    while (spans < MAX_SPANS_A_COMMIT && bytes < MAX_BYTES_A_COMMIT) {
      const job = next();
      if (job === undefined) break;
      bytes += job.body.length;
      try {
        const checked = this.#check(job);
        ready.push(checked);
        spans += checked.outcome.spans;
      } catch (error) {
        if (!(error instanceof DecodeError)) fault = asError(error);
        results.push(undecodable(job.id, error));
      }
    }
    const { results: written, stored, failure } = this.#store(ready);
    // Megabytes that would otherwise wait for a collection: their memory is given back at once.
    for (const { job } of ready) job.body.buffer.transfer(0);
    return { results: [...results, ...written], stored, failure: failure ?? fault };
  }

  /** One transaction for all; where it fails, one for each, so that none takes the others with it. */
  #store(jobs: readonly ReadyJob[]): Commit {
    const results = jobs.map(({ outcome }) => outcome);
    if (results.every(({ spans }) => spans === 0)) return { results, stored: [], failure: null };
    try {
      const stored = this.#writer.write((append) => {
        for (const job of jobs) this.#write(job, append);
      });
      return { results, stored, failure: null };
    } catch (error) {
      if (jobs.length === 1) return { results: jobs.map(refuse), stored: [], failure: asError(error) };
      const commits = jobs.map((job) => this.#store([job]));
      return {
        results: commits.flatMap((commit) => commit.results),
        stored: commits.flatMap((commit) => commit.stored),
        failure: commits.find((commit) => commit.failure !== null)?.failure ?? null,
      };
    }
  }

  /** Decodes without keeping anything: once the writing begins, no byte of the request can surprise any more. */
  #check(job: IngestJob): ReadyJob {
    const { id, signal, encoding } = job;
    const received = Buffer.from(job.body.buffer, job.body.byteOffset, job.body.byteLength);
    const body = encoding === 'json' ? jsonToWire(EXPORT_REQUESTS[signal], received.toString()) : received;
    if (signal !== 'traces') return { job, body, outcome: notStored(id, signal, countRecords(signal, body)) };
    let spans = 0;
    const { count, message } = this.#decoder.decode(body, () => spans++);
    return { job, body, outcome: { id, ok: true, rejected: count, message, spans } };
  }

  #write({ job, body }: ReadyJob, append: Append): void {
    this.#decoder.decode(body, (span) =>
      append(job.projectId, spanRow(span, this.#extractor.extract(span), this.#indexer.read(span))),
    );
  }
}

const refuse = ({ job }: ReadyJob): IngestResult => ({
  id: job.id,
  ok: false,
  code: 'STORAGE_ERROR',
  message: 'the request could not be stored, see the log',
});

const undecodable = (id: number, error: unknown): IngestResult =>
  error instanceof DecodeError
    ? { id, ok: false, code: 'INVALID_OTLP', message: error.message }
    : { id, ok: false, code: 'STORAGE_ERROR', message: 'internal error, see the log' };

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

/** Nothing is acknowledged and dropped: what can't be kept is rejected in the answer. */
function notStored(id: number, signal: 'logs' | 'metrics', count: number): ReadyJob['outcome'] {
  const message = count === 0 ? '' : `this version of Tracedeck stores traces only, ${signal} are not kept`;
  return { id, ok: true, rejected: count, message, spans: 0 };
}
