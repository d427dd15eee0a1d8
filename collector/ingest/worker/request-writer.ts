import { isContentLost } from '../../decode/content-lost.ts';
import { EXPORT_REQUESTS } from '../../decode/count.ts';
import type { Origin, Rejected } from '../../decode/export-request.ts';
import { fastJsonToWire } from '../../decode/fast-json/fast-json.ts';
import { jsonToWire } from '../../decode/json-to-wire.ts';
import { jsonText } from '../../decode/parse-json.ts';
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
import type { SpanRow } from '../../store/rows/span-row.ts';
import type { Append, AppendOther } from '../../store/writing/writer.ts';
import { BodyMemory } from '../body-memory.ts';
import type { IngestJob, IngestResult, IngestSettings } from '../jobs.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import { logRows, placedLog } from './log-row.ts';
import { pointRow } from './point-row.ts';
import { LoggedMessages, Remarks } from './remarks.ts';
import { spanRow } from './span-row.ts';
import { adviceOnIds, adviceOnUnread } from './unread-json.ts';

/** Without prices those of the list count, without redaction nothing is taken out. */
export interface RequestSettings
  extends Pick<IngestSettings, 'attributes'>, Partial<Pick<IngestSettings, 'redaction'>> {
  readonly pricing?: PricingOptions;
}

/** A request in protobuf, whatever it came as, and without what rules take out. */
export interface WireRequest {
  readonly job: IngestJob;
  readonly body: Buffer;
  /** What rules took out of it; null without rules. */
  readonly redacted: Redacted | null;
  /** What is odd about ids in its JSON. */
  readonly oddIds: string | null;
}

/** What became of a request's items. */
interface Items {
  /** So many were stored. */
  readonly stored: number;
  readonly rejected: Rejected;
  /** What is odd about those that were stored. */
  readonly advice: string | null;
}

/** What is made anew when the settings change. */
interface Parts {
  readonly extractor: Extractor;
  readonly indexer: AttributeIndexer;
  /** Null: nothing is taken out. */
  readonly redactor: Redactor | null;
}

/** One export request at a time, from the bytes that came to the rows that are written. */
export class RequestWriter {
  readonly #decoders = { traces: new TraceDecoder(), logs: new LogDecoder(), metrics: new MetricDecoder() };
  readonly #logSpans = new LogSpans();
  readonly #logged = new LoggedMessages();
  /** Of requests that came as JSON. */
  readonly #memory = new BodyMemory();
  /** Of redaction rules; a test has its own. */
  readonly #clock: (() => number) | undefined;
  #parts: Parts;

  constructor(settings: RequestSettings, clock?: () => number) {
    this.#clock = clock;
    this.#parts = partsFor(settings, clock);
  }

  /** Counts for what comes from now on: what is stored keeps the cost that it had, and what it is found by. */
  applySettings(settings: RequestSettings): void {
    this.#parts = partsFor(settings, this.#clock);
  }

  /** Redacted before anything else has seen it. Throws a DecodeError where JSON can't be read. To be given back. */
  read(job: IngestJob): WireRequest {
    const { sent, oddIds } = this.#wireOf(job);
    const redacted = this.#parts.redactor?.redact(job.signal, sent) ?? null;
    return { job, body: redacted?.body ?? sent, redacted, oddIds };
  }

  /** Throws the DecodeError that `write` would. */
  check({ job, body }: WireRequest): void {
    this.#decoders[job.signal].decode(body, () => undefined);
  }

  /** Throws a DecodeError on the first malformed byte: what it had written until then must not stay. */
  write(request: WireRequest, append: Append, other: AppendOther): IngestResult {
    const { job, redacted, oddIds } = request;
    const { stored, rejected, advice } = this.#writeItems(request, append, other);
    const isUnread = job.encoding === 'json' && stored + rejected.count === 0;
    return {
      id: job.id,
      ok: true,
      rejected: rejected.count,
      message: oddIds === null || rejected.count === 0 ? rejected.message : `${rejected.message}; ${oddIds}`,
      spans: job.signal === 'traces' ? stored : 0,
      items: stored,
      redacted: redacted?.values ?? 0,
      advice:
        (redacted && adviceOn(redacted)) ??
        (isUnread ? adviceOnUnread(job.signal, jsonText(receivedBytes(job))) : (oddIds ?? advice)),
    };
  }

  /** Of what was read: nobody uses its bytes any more. */
  giveBack({ job, body }: WireRequest): void {
    if (body.buffer !== job.body.buffer) this.#memory.takeBack(body);
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

  /** A request's bytes in protobuf. */
  #wireOf(job: IngestJob): { readonly sent: Buffer; readonly oddIds: string | null } {
    const { signal, encoding } = job;
    const received = receivedBytes(job);
    if (encoding === 'protobuf') return { sent: received, oddIds: null };
    const message = EXPORT_REQUESTS[signal];
    const room = this.#memory.lend(received.length);
    const fast = fastJsonToWire(message, received, room);
    // It gives up on any id that is no hex.
    if (fast !== null) return { sent: fast, oddIds: null };
    this.#memory.takeBack(room);
    const json = jsonText(received);
    return { sent: jsonToWire(message, json), oddIds: adviceOnIds(json) };
  }

  #writeItems(request: WireRequest, append: Append, other: AppendOther): Items {
    switch (request.job.signal) {
      case 'traces':
        return this.#writeSpans(request, append);
      case 'logs':
        return this.#writeLogs(request, append, other);
      case 'metrics':
        return this.#writePoints(request, other);
    }
  }

  #writeSpans({ job: { projectId }, body }: WireRequest, append: Append): Items {
    const remarks = new Remarks(Date.now(), this.#logged);
    let stored = 0;
    const rejected = this.#decoders.traces.decode(body, (span) => {
      const fields = this.#parts.extractor.extract(span);
      remarks.see(span, fields);
      append(projectId, this.#rowOf(span, fields));
      stored++;
    });
    return { stored, rejected, advice: remarks.advice };
  }

  #writeLogs({ job: { projectId }, body }: WireRequest, append: Append, other: AppendOther): Items {
    const now = Date.now();
    const rowOf = logRows(BigInt(now) * 1_000_000n);
    const remarks = new Remarks(now, this.#logged);
    let stored = 0;
    const rejected = this.#decoders.logs.decode(body, (log) => {
      const row = rowOf(log);
      remarks.seeLog(log, row.columns);
      const place = this.#logSpans.place(log);
      other.log(projectId, placedLog(row, place));
      if (place?.span) append(projectId, this.#rowOf(place.span));
      stored++;
    });
    return { stored, rejected, advice: remarks.advice };
  }

  #writePoints({ job: { projectId }, body }: WireRequest, other: AppendOther): Items {
    let stored = 0;
    const rejected = this.#decoders.metrics.decode(body, (point) => {
      other.point(projectId, pointRow(point));
      stored++;
    });
    return { stored, rejected, advice: null };
  }

  #rowOf(span: WireSpan, fields: SpanFields = this.#parts.extractor.extract(span)): SpanRow {
    return spanRow(span, fields, this.#parts.indexer.read(span));
  }
}

const partsFor = (
  { attributes, pricing = {}, redaction }: RequestSettings,
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
