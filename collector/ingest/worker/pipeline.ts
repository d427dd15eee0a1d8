import { isContentLost } from '../../decode/content-lost.ts';
import { EXPORT_REQUESTS } from '../../decode/count.ts';
import type { Origin, Rejected } from '../../decode/export-request.ts';
import { fastJsonToWire } from '../../decode/fast-json/fast-json.ts';
import { jsonToWire } from '../../decode/json-to-wire.ts';
import { LogDecoder } from '../../decode/logs.ts';
import { MetricDecoder } from '../../decode/metrics.ts';
import { TraceDecoder, type WireSpan } from '../../decode/traces.ts';
import { DecodeError } from '../../decode/wire.ts';
import { LogSpans } from '../../extract/log-spans/log-spans.ts';
import { createExtractor, type Extractor } from '../../extract/extract.ts';
import type { SpanFields } from '../../extract/fields.ts';
import { createPricing, type PricingOptions } from '../../extract/pricing.ts';
import { Redactor } from '../../redaction/redactor.ts';
import type { Redacted } from '../../redaction/request-redaction.ts';
import { FAULT_WORDS, faultOf } from '../../store/faults.ts';
import type { CommittedSpan } from '../../store/committed-span.ts';
import type { Append, AppendOther, Writer } from '../../store/writer.ts';
import { BodyMemory } from '../body-memory.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import type { IngestJob, IngestResult, IngestSettings } from '../jobs.ts';
import { logRows, placedLog } from './log-row.ts';
import { pointRow } from './point-row.ts';
import { Remarks } from './remarks.ts';
import { adviceOnUnread } from './unread-json.ts';
import { spanRow } from './span-row.ts';
import type { SpanRow } from '../../store/span-row.ts';

/** What one transaction takes in at most; a flood is written in few large ones, a lone item at once. */
const MAX_ITEMS_A_COMMIT = 2048;
const MAX_BYTES_A_COMMIT = 24 * 1024 * 1024;
/** After a request that turned out malformed while it was written: so many commits look through theirs first. */
const WARY_COMMITS = 100;

export interface Commit {
  readonly results: readonly IngestResult[];
  readonly stored: readonly CommittedSpan[];
  /** Why the database refused or what went wrong in here, for the log. */
  readonly failure: Error | null;
  /** Memory to be moved back. */
  readonly spent: readonly ArrayBuffer[];
}

type Written = Omit<Commit, 'spent'>;

/** A job with its body in protobuf, whatever it came as. */
interface WireJob {
  readonly job: IngestJob;
  readonly body: Buffer;
  /** What rules took out of it; null without rules. */
  readonly redacted: Redacted | null;
}

/** Without prices those of the list count, without redaction nothing is taken out. */
export interface PipelineSettings
  extends Pick<IngestSettings, 'attributes'>, Partial<Pick<IngestSettings, 'redaction'>> {
  readonly pricing?: PricingOptions;
}

/** What is made anew when the settings change. */
interface Parts {
  readonly extractor: Extractor;
  readonly indexer: AttributeIndexer;
  /** Null: nothing is taken out. */
  readonly redactor: Redactor | null;
}

/** decode -> extract -> write, on the ingest thread. */
export class Pipeline {
  readonly #writer: Writer;
  readonly #decoders = { traces: new TraceDecoder(), logs: new LogDecoder(), metrics: new MetricDecoder() };
  readonly #logSpans = new LogSpans();
  /** Of requests that came as JSON. */
  readonly #memory = new BodyMemory();
  /** Of redaction rules; a test has its own. */
  readonly #clock: (() => number) | undefined;
  #parts: Parts;
  #waryCommits = 0;

  constructor(writer: Writer, settings: PipelineSettings, clock?: () => number) {
    this.#writer = writer;
    this.#clock = clock;
    this.#parts = partsFor(settings, clock);
  }

  /** Counts for what comes from now on: what is stored keeps the cost that it had, and what it is found by. */
  applySettings(settings: PipelineSettings): void {
    this.#parts = partsFor(settings, this.#clock);
  }

  /**
   * Takes jobs from `next` until it has none or the transaction is full, and writes them in one commit. A job that
   * can't be decoded fails alone and leaves nothing.
   */
  commit(next: () => IngestJob | undefined): Commit {
    const taken: IngestJob[] = [];
    let items = 0;
    let bytes = 0;
    while (items < MAX_ITEMS_A_COMMIT && bytes < MAX_BYTES_A_COMMIT) {
      const job = next();
      if (job === undefined) break;
      taken.push(job);
      items += job.items;
      bytes += job.body.length;
    }
    const isWary = this.#waryCommits > 0;
    if (isWary) this.#waryCommits--;
    // A body that can't even be counted is most likely a malformed one.
    const commit = this.#storeReadable(taken, (job) => isWary || job.items === 0);
    const spent: ArrayBuffer[] = [];
    for (const { body, comesBack } of taken)
      if (comesBack) spent.push(body.buffer);
      // Megabytes that would otherwise wait for a collection: freed at once.
      else body.buffer.transfer(0);
    return { ...commit, spent };
  }

  /** Of the jobs that `isDoubtful` names, those that can't be decoded are left out of the transaction. */
  #storeReadable(jobs: readonly IngestJob[], isDoubtful: (job: IngestJob) => boolean): Written {
    const failed: IngestResult[] = [];
    const readable: WireJob[] = [];
    let fault: Error | null = null;
    for (const job of jobs) {
      try {
        const wire = this.#redact(job, this.#wireOf(job));
        // Redaction leaves alone what is malformed: that must not even come into a transaction.
        if (isDoubtful(job) || wire.redacted !== null)
          this.#decoders[job.signal].decode(wire.body, () => undefined);
        readable.push(wire);
      } catch (error) {
        if (!(error instanceof DecodeError)) fault = asError(error);
        failed.push(undecodable(job.id, error));
      }
    }
    if (readable.length === 0) return { results: failed, stored: [], failure: fault };
    const commit = this.#store(readable);
    for (const { job, body } of readable) if (body.buffer !== job.body.buffer) this.#memory.takeBack(body);
    return { ...commit, results: [...failed, ...commit.results], failure: commit.failure ?? fault };
  }

  /**
   * One transaction for all; where it fails, one for each, so that none takes the others with it. What is malformed is
   * found while it is written, which spares all others a second look: it costs a transaction, so that more are expected.
   */
  #store(jobs: readonly WireJob[]): Written {
    try {
      const results: IngestResult[] = [];
      const stored = this.#writer.write((append, other) => {
        for (const job of jobs) results.push(this.#write(job, append, other));
      });
      return { results, stored, failure: null };
    } catch (error) {
      if (error instanceof DecodeError && this.#waryCommits < WARY_COMMITS) {
        this.#waryCommits = WARY_COMMITS;
        const all = jobs.map(({ job }) => job);
        return this.#storeReadable(all, () => true);
      }
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

  /** A request's bytes in protobuf. */
  #wireOf(job: IngestJob): Buffer {
    const { signal, encoding } = job;
    const received = receivedBytes(job);
    if (encoding === 'protobuf') return received;
    const message = EXPORT_REQUESTS[signal];
    const room = this.#memory.lend(received.length);
    const fast = fastJsonToWire(message, received, room);
    if (fast !== null) return fast;
    this.#memory.takeBack(room);
    return jsonToWire(message, received.toString());
  }

  /** Before anything else has seen it. */
  #redact(job: IngestJob, sent: Buffer): WireJob {
    const redacted = this.#parts.redactor?.redact(job.signal, sent) ?? null;
    return { job, body: redacted?.body ?? sent, redacted };
  }

  /**
   * The row of a stored span as it would be if the span came now. Throws a DecodeError where its bytes are damaged, or those
   * that it was sent under, or a repair has lost them.
   */
  extractStored(bytes: Buffer, origin: Origin): SpanRow {
    const span = this.#decoders.traces.readOne(bytes, origin);
    if (isContentLost(span)) throw new DecodeError('only its row is left of this span');
    return this.#rowOf(span);
  }

  #rowOf(span: WireSpan, fields: SpanFields = this.#parts.extractor.extract(span)): SpanRow {
    return spanRow(span, fields, this.#parts.indexer.read(span));
  }

  #write({ job, body, redacted }: WireJob, append: Append, other: AppendOther): IngestResult {
    const { id, projectId, signal, encoding } = job;
    const { traces, logs, metrics } = this.#decoders;
    const remarks = new Remarks(Date.now());
    let items = 0;
    const accepted = ({ count, message }: Rejected): IngestResult => {
      const spans = signal === 'traces' ? items : 0;
      const isUnread = encoding === 'json' && items + count === 0;
      const advice =
        (redacted && adviceOn(redacted)) ??
        (isUnread ? adviceOnUnread(signal, receivedBytes(job).toString()) : remarks.advice);
      return {
        id,
        ok: true,
        rejected: count,
        message,
        spans,
        items,
        redacted: redacted?.values ?? 0,
        advice,
      };
    };
    switch (signal) {
      case 'traces':
        return accepted(
          traces.decode(body, (span) => {
            const fields = this.#parts.extractor.extract(span);
            remarks.see(span, fields);
            append(projectId, this.#rowOf(span, fields));
            items++;
          }),
        );
      case 'logs': {
        const rowOf = logRows(BigInt(Date.now()) * 1_000_000n);
        return accepted(
          logs.decode(body, (log) => {
            const place = this.#logSpans.place(log);
            other.log(projectId, placedLog(rowOf(log), place));
            if (place?.span) append(projectId, this.#rowOf(place.span));
            items++;
          }),
        );
      }
      case 'metrics':
        return accepted(
          metrics.decode(body, (point) => {
            other.point(projectId, pointRow(point));
            items++;
          }),
        );
    }
  }
}

const partsFor = (
  { attributes, pricing = {}, redaction }: PipelineSettings,
  clock: (() => number) | undefined,
): Parts => ({
  extractor: createExtractor({ pricing: createPricing(pricing) }),
  indexer: new AttributeIndexer(attributes),
  redactor: Redactor.of(redaction?.rules ?? [], clock),
});

const receivedBytes = ({ body }: IngestJob): Buffer =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength);

/** For whoever wrote the rules. */
function adviceOn({ slow }: Redacted): string | null {
  if (slow.length === 0) return null;
  const names = slow.map((name) => JSON.stringify(name)).join(', ');
  return `The redaction rule ${names} took too long: the texts that it had not looked at were replaced whole. Give it a simpler pattern, or keys to look in.`;
}

/** What the database refuses may fit later: the exporter is to keep it. A fault of our own would only come again. */
function refuse({ job }: WireJob, error: unknown): IngestResult {
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
