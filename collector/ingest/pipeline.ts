import { EXPORT_REQUESTS } from '../decode/count.ts';
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
import { FAULT_WORDS, faultOf } from '../store/faults.ts';
import type { LogRow } from '../store/log-row.ts';
import type { PointRow } from '../store/metric-row.ts';
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
/** Of a request with more items than that no rows are held: it is gone through twice instead. */
const MAX_ITEMS_HELD = 4096;

export interface Commit {
  readonly results: readonly IngestResult[];
  readonly stored: readonly StoredSpan[];
  /** Why the database refused or what went wrong in here, for the log. */
  readonly failure: Error | null;
}

/** Where the rows of a request go, in the order in which it has them. */
interface Rows {
  span(row: SpanRow): void;
  log(row: LogRow): void;
  point(row: PointRow): void;
}

/** decode -> extract -> write, on the ingest thread. */
export class Pipeline {
  readonly #writer: Writer;
  readonly #decoders = { traces: new TraceDecoder(), logs: new LogDecoder(), metrics: new MetricDecoder() };
  readonly #logSpans = new LogSpans();
  #extractor: Extractor;

  #indexer: AttributeIndexer;

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

  /**
   * Takes jobs from `next` until it has none or the transaction is full, and writes them in one commit. A job that
   * can't be decoded fails alone and leaves nothing.
   */
  commit(next: () => IngestJob | undefined): Commit {
    const jobs: IngestJob[] = [];
    let items = 0;
    let bytes = 0;
    while (items < MAX_ITEMS_A_COMMIT && bytes < MAX_BYTES_A_COMMIT) {
      const job = next();
      if (job === undefined) break;
      jobs.push(job);
      items += job.items;
      bytes += job.body.length;
    }
    if (jobs.length === 0) return { results: [], stored: [], failure: null };
    const commit = this.#store(jobs);
    // Megabytes that would otherwise wait for a collection: their memory is given back at once.
    for (const job of jobs) job.body.buffer.transfer(0);
    return commit;
  }

  /** One transaction for all; where it fails, one for each, so that none takes the others with it. */
  #store(jobs: readonly IngestJob[]): Commit {
    const results: IngestResult[] = [];
    let fault: Error | null = null;
    try {
      const stored = this.#writer.write((append, other) => {
        for (const job of jobs) {
          try {
            results.push(this.#take(job, append, other));
          } catch (error) {
            if (!(error instanceof UnreadableError)) throw error;
            fault = error.fault ?? fault;
            results.push(undecodable(job.id, error));
          }
        }
      });
      return { results, stored, failure: fault };
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

  /**
   * Writes the rows of a job that is decoded to its last byte by then: no byte of it can surprise any more. Throws an
   * UnreadableError where it can't be decoded, and has written nothing.
   */
  #take(job: IngestJob, append: Append, other: AppendOther): IngestResult {
    const { id, signal, projectId } = job;
    const rows: Rows = {
      span: (row) => append(projectId, row),
      log: (row) => other.log(projectId, row),
      point: (row) => other.point(projectId, row),
    };
    const held = new HeldRows();
    const remarks = new Remarks(Date.now());
    const { body, read } = readable(() => {
      const whole = wireOf(job);
      if (job.items <= MAX_ITEMS_HELD) return { body: whole, read: this.#read(job, whole, held, remarks) };
      this.#decoders[signal].decode(whole, () => undefined);
      return { body: whole, read: null };
    });
    const { rejected, items } = read ?? this.#read(job, body, rows, remarks);
    held.moveTo(rows);
    const spans = signal === 'traces' ? items : 0;
    const { count, message } = rejected;
    return { id, ok: true, rejected: count, message, spans, items, advice: remarks.advice };
  }

  /** The row of a stored span as it would be if the span came now. Throws a DecodeError where its bytes are damaged. */
  extractStored(bytes: Buffer, origin: Origin): SpanRow {
    return this.#rowOf(this.#decoders.traces.readOne(bytes, origin));
  }

  #rowOf(span: WireSpan, fields: SpanFields = this.#extractor.extract(span)): SpanRow {
    return spanRow(span, fields, this.#indexer.read(span));
  }

  #read(
    { signal }: IngestJob,
    body: Buffer,
    rows: Rows,
    remarks: Remarks,
  ): { rejected: Rejected; items: number } {
    const { traces, logs, metrics } = this.#decoders;
    let items = 0;
    switch (signal) {
      case 'traces': {
        const rejected = traces.decode(body, (span) => {
          const fields = this.#extractor.extract(span);
          remarks.see(span, fields);
          rows.span(this.#rowOf(span, fields));
          items++;
        });
        return { rejected, items };
      }
      case 'logs': {
        const rowOf = logRows(BigInt(Date.now()) * 1_000_000n);
        const rejected = logs.decode(body, (log) => {
          const place = this.#logSpans.place(log);
          rows.log(placedLog(rowOf(log), place));
          if (place?.span) rows.span(this.#rowOf(place.span));
          items++;
        });
        return { rejected, items };
      }
      case 'metrics': {
        const rejected = metrics.decode(body, (point) => {
          rows.point(pointRow(point));
          items++;
        });
        return { rejected, items };
      }
    }
  }
}

/** The rows of a request until its last byte is decoded. */
class HeldRows implements Rows {
  readonly #spans: SpanRow[] = [];
  readonly #logs: LogRow[] = [];
  readonly #points: PointRow[] = [];

  span(row: SpanRow): void {
    this.#spans.push(row);
  }

  log(row: LogRow): void {
    this.#logs.push(row);
  }

  point(row: PointRow): void {
    this.#points.push(row);
  }

  moveTo(rows: Rows): void {
    for (const row of this.#logs) rows.log(row);
    for (const row of this.#spans) rows.span(row);
    for (const row of this.#points) rows.point(row);
  }
}

/** A request's bytes in protobuf, whatever it came as. */
function wireOf({ signal, encoding, body }: IngestJob): Buffer {
  const received = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return encoding === 'json' ? jsonToWire(EXPORT_REQUESTS[signal], received.toString()) : received;
}

/** A job's body can't be read: as it is, or because of a `fault` of our own. */
class UnreadableError extends Error {
  readonly fault: Error | null;

  constructor(cause: unknown) {
    super('the request can not be read', { cause });
    this.fault = cause instanceof DecodeError ? null : asError(cause);
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableError(error);
  }
}

const extractorWith = (prices: PricingOptions): Extractor =>
  createExtractor({ pricing: createPricing(prices) });

/** What the database refuses may fit later: the exporter is to keep it. A fault of our own would only come again. */
function refuse({ id }: IngestJob, error: unknown): IngestResult {
  const fault = faultOf(error);
  const code = fault === null ? 'STORAGE_ERROR' : 'STORAGE_UNAVAILABLE';
  const why = fault === null ? 'see the log' : `${FAULT_WORDS[fault]}, send it again later`;
  return { id, ok: false, code, message: `the request could not be stored: ${why}` };
}

const undecodable = (id: number, { cause, fault }: UnreadableError): IngestResult =>
  fault === null
    ? { id, ok: false, code: 'INVALID_OTLP', message: (cause as Error).message }
    : { id, ok: false, code: 'STORAGE_ERROR', message: 'internal error, see the log' };

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
