import { callsModel } from '../../contract/model-calls.ts';
import type { SpanColumns } from '../rows/span-row.ts';
import { TraceFacets, type FacetFacts } from './trace-facets.ts';
import type { Totals } from './exact-totals.ts';
import { TraceTree } from './trace-tree.ts';
import type { SpanFacts } from './tree-node.ts';

/** A preview, or who reads it where it lies: of many spans of a trace only two are shown. */
export type Preview = string | (() => string | null) | null;

/** What a trace's row needs of a span: the same whether it comes from an exporter or from the spans table. */
export type SummaryFacts = SpanFacts &
  FacetFacts & { readonly inputPreview: Preview; readonly outputPreview: Preview } & Pick<
    SpanColumns,
    | 'name'
    | 'startNs'
    | 'endNs'
    | 'sessionId'
    | 'userId'
    | 'environment'
    | 'serviceName'
    | 'framework'
    | 'requestModel'
    | 'responseModel'
    | 'agentName'
    | 'tags'
    | 'hasError'
    | 'running'
  >;

/** What the row of a span says that is replaced: previews are not in it. */
export type ReplacedFacts = Omit<SummaryFacts, 'inputPreview' | 'outputPreview'>;

/** Who names one of these is an AI span: whoever looks for traces by such a name has what is kept of it (`AI_FACETS`). */
const namesAi = ({ framework, requestModel, responseModel, agentName, toolName }: ReplacedFacts): boolean =>
  (framework ?? requestModel ?? responseModel ?? agentName ?? toolName) !== null;

/** Names kept a trace; a runaway exporter must not grow a row without end. */
const MAX_NAMES = 100;

/** The best offer so far: lowest rank first, then earliest time, then lowest span id. */
interface Offer<Value = string> {
  value: Value | null;
  rank: number;
  time: bigint;
  spanId: string;
}

const noOffer = <Value = string>(): Offer<Value> => ({ value: null, rank: 9, time: 0n, spanId: '' });

/** False where the span takes back the best offer so far, its own, for a worse one or none: nobody knows the best then. */
function offer<Value>(
  best: Offer<Value>,
  value: Value | null,
  rank: number,
  time: bigint,
  spanId: string,
): boolean {
  const isOwn = best.value !== null && best.spanId === spanId;
  if (value === null) return !isOwn;
  const better =
    best.value === null ||
    rank < best.rank ||
    (rank === best.rank && (time < best.time || (time === best.time && spanId <= best.spanId)));
  if (!better) return !isOwn;
  best.value = value;
  best.rank = rank;
  best.time = time;
  best.spanId = spanId;
  return true;
}

const endOf = ({ startNs, endNs }: ReplacedFacts): bigint => (endNs < startNs ? startNs : endNs);

/** How many spans have each name. */
type Names = Map<string, number>;

function addName(names: Names, name: string, spans: 1 | -1): void {
  const left = (names.get(name) ?? 0) + spans;
  if (left > 0) names.set(name, left);
  else names.delete(name);
}

/**
 * The row of one trace, kept while its spans come in, in any order. Where several spans offer a value (a session, a
 * user, a name) the root's wins, then the earliest span's; what is shown of an answer is the one that ended last. A span
 * without an end, or with one before its start, ends where it starts.
 */
export class TraceSummary {
  readonly tree = new TraceTree();
  readonly facets = new TraceFacets();
  startNs = 0n;
  endNs = 0n;
  observationCount = 0;
  toolCallCount = 0;
  errorCount = 0;
  runningSpanCount = 0;
  #genaiCount = 0;
  readonly #name = noOffer();
  readonly #root = noOffer();
  readonly #session = noOffer();
  readonly #user = noOffer();
  readonly #environment = noOffer();
  readonly #service = noOffer();
  readonly #framework = noOffer();
  readonly #input = noOffer<Preview>();
  readonly #output = noOffer<Preview>();
  readonly #models: Names = new Map();
  readonly #agents: Names = new Map();
  readonly #tags: Names = new Map();

  /** Takes in a span that is not in it yet. */
  add(span: SummaryFacts): void {
    const first = this.tree.size === 0;
    this.tree.add(span);
    this.facets.add(span);
    if (first || span.startNs < this.startNs) this.startNs = span.startNs;
    const endNs = endOf(span);
    if (first || endNs > this.endNs) this.endNs = endNs;
    this.#count(span, 1);
    this.#offer(span);
  }

  /**
   * Takes in what came again for a span, in the place of what it was. False where what is left can't be told from that: the
   * summary must be taken anew from all spans then.
   */
  replace(old: ReplacedFacts, span: SummaryFacts): boolean {
    const [oldEndNs, endNs] = [endOf(old), endOf(span)];
    const isLess =
      (old.startNs === this.startNs && span.startNs > old.startNs) ||
      (oldEndNs === this.endNs && endNs < oldEndNs);
    if (isLess || old.parentSpanId !== span.parentSpanId || !this.tree.replace(span)) return false;
    this.facets.add(old, -1);
    this.facets.add(span);
    if (span.startNs < this.startNs) this.startNs = span.startNs;
    if (endNs > this.endNs) this.endNs = endNs;
    this.#count(old, -1);
    this.#count(span, 1);
    return this.#offer(span);
  }

  #count(span: ReplacedFacts, sign: 1 | -1): void {
    const isObservation = span.observationType !== 'span';
    if (isObservation) this.observationCount += sign;
    if (isObservation || namesAi(span)) this.#genaiCount += sign;
    if (span.observationType === 'tool') this.toolCallCount += sign;
    if (span.hasError) this.errorCount += sign;
    if (span.running) this.runningSpanCount += sign;
    const model = span.responseModel ?? span.requestModel;
    if (model !== null && callsModel(span.observationType)) addName(this.#models, model, sign);
    if (span.agentName !== null) addName(this.#agents, span.agentName, sign);
    if (span.tags !== null)
      for (const tag of new Set(JSON.parse(span.tags) as string[])) addName(this.#tags, tag, sign);
  }

  /** False where the span took back an offer, see above. */
  #offer(span: SummaryFacts): boolean {
    const { startNs, spanId } = span;
    const rank = span.parentSpanId === null ? 0 : 1;
    const isSaid = span.category !== 'tool';
    const kept = [
      offer(this.#name, span.name, rank, startNs, spanId),
      offer(this.#root, rank === 0 ? spanId : null, rank, startNs, spanId),
      offer(this.#session, span.sessionId, rank, startNs, spanId),
      offer(this.#user, span.userId, rank, startNs, spanId),
      offer(this.#environment, span.environment, rank, startNs, spanId),
      offer(this.#service, span.serviceName, rank, startNs, spanId),
      offer(this.#framework, span.framework, rank, startNs, spanId),
      offer(this.#input, isSaid ? span.inputPreview : null, rank, startNs, spanId),
      offer(this.#output, isSaid ? span.outputPreview : null, rank, -span.endNs, spanId),
    ];
    return kept.every(Boolean);
  }

  /** A root has come, no span waits for its parent, and none is only a placeholder. */
  get isComplete(): boolean {
    return this.tree.isComplete && this.runningSpanCount === 0;
  }

  get sessionId(): string | null {
    return this.#session.value;
  }

  get userId(): string | null {
    return this.#user.value;
  }

  /** The columns of the trace's row, but for its ids. */
  columns(): TraceColumns {
    const { tree } = this;
    return {
      sessionId: this.sessionId,
      rootSpanId: this.#root.value,
      traceName: this.#name.value ?? '',
      startNs: this.startNs,
      endNs: this.endNs,
      durationNs: this.endNs - this.startNs,
      userId: this.userId,
      environment: this.#environment.value,
      serviceName: this.#service.value,
      framework: this.#framework.value,
      spanCount: tree.size,
      genai: this.#genaiCount > 0 ? 1 : 0,
      observationCount: this.observationCount,
      llmCallCount: tree.llmCallCount,
      toolCallCount: this.toolCallCount,
      errorCount: this.errorCount,
      runningSpanCount: this.runningSpanCount,
      ...tree.totals,
      models: names(this.#models),
      agents: names(this.#agents),
      tags: names(this.#tags),
      inputPreview: textOf(this.#input),
      outputPreview: textOf(this.#output),
      isComplete: this.isComplete ? 1 : 0,
    };
  }
}

function textOf(best: Offer<Preview>): string | null {
  if (typeof best.value === 'function') best.value = best.value();
  return best.value;
}

const names = (counts: Names): string => JSON.stringify([...counts.keys()].sort().slice(0, MAX_NAMES));

export type TraceColumns = Readonly<Totals> & {
  readonly sessionId: string | null;
  readonly rootSpanId: string | null;
  readonly traceName: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly durationNs: bigint;
  readonly userId: string | null;
  readonly environment: string | null;
  readonly serviceName: string | null;
  readonly framework: string | null;
  readonly spanCount: number;
  readonly genai: number;
  readonly observationCount: number;
  readonly llmCallCount: number;
  readonly toolCallCount: number;
  readonly errorCount: number;
  readonly runningSpanCount: number;
  readonly models: string;
  readonly agents: string;
  readonly tags: string;
  readonly inputPreview: string | null;
  readonly outputPreview: string | null;
  readonly isComplete: number;
};
