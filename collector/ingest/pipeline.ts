import { EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import type { Origin, Rejected } from '../decode/export-request.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { LogDecoder } from '../decode/logs.ts';
import { MetricDecoder } from '../decode/metrics.ts';
import { TraceDecoder, type WireSpan } from '../decode/traces.ts';
import { DecodeError } from '../decode/wire.ts';
import { LogSpans } from '../extract/log-spans/log-spans.ts';
import { createExtractor, type Extractor } from '../extract/extract.ts';
import type { SpanFields } from '../extract/fields.ts';
import { createPricing, type PricingOptions } from '../extract/pricing.ts';
import type { Redacted, Redactor } from '../redaction/redactor.ts';
import { FAULT_WORDS, faultOf } from '../store/faults.ts';
import type { StoredSpan } from '../store/stored-span.ts';
import type { Append, AppendOther, Writer } from '../store/writer.ts';
import type { AttributeIndexer } from './attribute-indexer.ts';
import type { IngestJob, IngestResult } from './jobs.ts';
import { logRows, placedLog } from './log-row.ts';
import { pointRow } from './point-row.ts';
import { Remarks } from './remarks.ts';
import { spanRow } from './span-row.ts';
import type { SpanRow } from '../store/span-row.ts';

/** What one transaction takes in at most; a flood is written in few large ones, a lone item at once. */
const MAX_ITEMS_A_COMMIT = 2048;
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
  readonly outcome: Stored;
  readonly remarks: Remarks;
}

type Stored = Extract<IngestResult, { ok: true }>;

/** decode -> extract -> write, on the ingest thread. */
export class Pipeline {
  readonly #writer: Writer;
  readonly #decoders = { traces: new TraceDecoder(), logs: new LogDecoder(), metrics: new MetricDecoder() };
  readonly #logSpans = new LogSpans();
  #extractor: Extractor;
  #indexer: AttributeIndexer;
  #redactor: Redactor | null = null;

  constructor(writer: Writer, indexer: AttributeIndexer, prices: PricingOptions = {}) {
    this.#writer = writer;
    this.#indexer = indexer;
    this.#extractor = extractorWith(prices);
  }

  /** Counts for spans that come from now on: what is stored keeps the cost it had. */
  setPrices(prices: PricingOptions): void {
    this.#extractor = extractorWith(prices);
  }

  /** Counts for spans that come from now on, as prices do. */
  setIndexer(indexer: AttributeIndexer): void {
    this.#indexer = indexer;
  }

  /** Null: nothing is taken out. Counts for requests that are taken from now on. */
  setRedactor(redactor: Redactor | null): void {
    this.#redactor = redactor;
  }

  /**
   * Takes jobs from `next` until it has none or the transaction is full, and writes them in one commit. A job that
   * can't be decoded fails alone and leaves nothing.
   */
  commit(next: () => IngestJob | undefined): Commit {
    const results: IngestResult[] = [];
    const ready: ReadyJob[] = [];
    let items = 0;
    let bytes = 0;
    let fault: Error | null = null;
    while (items < MAX_ITEMS_A_COMMIT && bytes < MAX_BYTES_A_COMMIT) {
      const job = next();
      if (job === undefined) break;
      bytes += job.body.length;
      try {
        const checked = this.#check(job);
        ready.push(checked);
        items += checked.outcome.items;
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
    if (jobs.every(({ outcome }) => outcome.items === 0))
      return { results: jobs.map(({ outcome }) => outcome), stored: [], failure: null };
    try {
      const stored = this.#writer.write((append, other) => {
        for (const job of jobs) this.#write(job, append, other);
      });
      const results = jobs.map(({ outcome, remarks }) => ({
        ...outcome,
        advice: outcome.advice ?? remarks.advice,
      }));
      return { results, stored, failure: null };
    } catch (error) {
      // Another program's lock is on all of them: each would wait for it as long again.
      if (jobs.length === 1 || faultOf(error) === 'locked')
        return { results: jobs.map((job) => refuse(job, error)), stored: [], failure: asError(error) };
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
    const sent = encoding === 'json' ? jsonToWire(EXPORT_REQUESTS[signal], received.toString()) : received;
    // Before anything else has seen it.
    const redacted = this.#redactor?.redact(signal, sent);
    const body = redacted?.body ?? sent;
    let items = 0;
    const { count, message } = this.#decode(signal, body, () => items++);
    const spans = signal === 'traces' ? items : 0;
    const outcome: Stored = {
      id,
      ok: true,
      rejected: count,
      message,
      spans,
      items,
      redacted: redacted?.values ?? 0,
      advice: redacted ? adviceOn(redacted) : null,
    };
    return { job, body, outcome, remarks: new Remarks(Date.now()) };
  }

  /** The row of a stored span as it would be if the span came now. Throws a DecodeError where its bytes are damaged. */
  extractStored(bytes: Buffer, origin: Origin): SpanRow {
    return this.#rowOf(this.#decoders.traces.readOne(bytes, origin));
  }

  #rowOf(span: WireSpan, fields: SpanFields = this.#extractor.extract(span)): SpanRow {
    return spanRow(span, fields, this.#indexer.read(span));
  }

  #decode(signal: Signal, body: Buffer, onItem: () => void): Rejected {
    return this.#decoders[signal].decode(body, onItem);
  }

  #write({ job, body, remarks }: ReadyJob, append: Append, other: AppendOther): void {
    const { projectId } = job;
    const { traces, logs, metrics } = this.#decoders;
    switch (job.signal) {
      case 'traces':
        traces.decode(body, (span) => {
          const fields = this.#extractor.extract(span);
          remarks.see(span, fields);
          append(projectId, this.#rowOf(span, fields));
        });
        break;
      case 'logs': {
        const rowOf = logRows(BigInt(Date.now()) * 1_000_000n);
        logs.decode(body, (log) => {
          const place = this.#logSpans.place(log);
          other.log(projectId, placedLog(rowOf(log), place));
          if (place?.span) append(projectId, this.#rowOf(place.span));
        });
        break;
      }
      case 'metrics':
        metrics.decode(body, (point) => other.point(projectId, pointRow(point)));
        break;
    }
  }
}

const extractorWith = (prices: PricingOptions): Extractor =>
  createExtractor({ pricing: createPricing(prices) });

/** For whoever wrote the rules. */
function adviceOn({ slow }: Redacted): string | null {
  if (slow.length === 0) return null;
  const names = slow.map((name) => JSON.stringify(name)).join(', ');
  return `The redaction rule ${names} took too long: the texts that it had not looked at were replaced whole. Give it a simpler pattern, or keys to look in.`;
}

/** What the database refuses may fit later: the exporter is to keep it. A fault of our own would only come again. */
function refuse({ job }: ReadyJob, error: unknown): IngestResult {
  const fault = faultOf(error);
  const code = fault === null ? 'STORAGE_ERROR' : 'STORAGE_UNAVAILABLE';
  const why = fault === null ? 'see the log' : `${FAULT_WORDS[fault]}, send it again later`;
  return { id: job.id, ok: false, code, message: `the request could not be stored: ${why}` };
}

const undecodable = (id: number, error: unknown): IngestResult =>
  error instanceof DecodeError
    ? { id, ok: false, code: 'INVALID_OTLP', message: error.message }
    : { id, ok: false, code: 'STORAGE_ERROR', message: 'internal error, see the log' };

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
