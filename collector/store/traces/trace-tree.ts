import type { SpanColumns } from '../span-row.ts';
import { ExactTotals, usageOf, type Totals } from './exact-totals.ts';
import { SameResponses, tellsFor, type RecordedCall } from './same-responses.ts';

const USAGE = 1;
const MODEL_CALL = 2;
/** A tool or agent span: what lies below it are calls of its own, not this call told again. */
const BARRIER = 4;
/** Some descendant carries usage. */
const BELOW = 8;
/** Some descendant that is reached without passing a tool or agent span carries usage. */
const NEAR = 16;
/** Some descendant that is reached without passing a tool or agent span is a model call. */
const NEAR_CALL = 32;
const USAGE_COUNTED = 64;
const CALL_COUNTED = 128;
/** What a span itself says. */
const OWN = USAGE | MODEL_CALL | BARRIER;

/** What `counted` of a span's row says: its usage counts in the trace's totals, it counts as a model call there. */
export const COUNTED_USAGE = 1;
export const COUNTED_CALL = 2;

interface Node {
  readonly spanId: string;
  parent: Node | null;
  flags: number;
  /** `counted` as it stands in the span's row. */
  stored: number;
  usage: Totals | null;
  /** Null where its answer has no id. */
  call: NodeCall | null;
}

interface NodeCall extends RecordedCall {
  readonly node: Node;
}

/** What a trace needs to know of a span. */
export type SpanFacts = Pick<
  SpanColumns,
  | 'spanId'
  | 'parentSpanId'
  | 'startNs'
  | 'endNs'
  | 'category'
  | 'observationType'
  | 'responseId'
  | keyof Totals
>;

/**
 * The spans of one trace as a tree that counts each model call once, although frameworks repeat a call's usage on the spans
 * around it, and run tools and agents with calls of their own inside one. Usage on a span that is no model call is left out
 * when any descendant carries usage; usage on a model call only when a descendant reached without passing a tool or agent
 * span does. Flags only ever go up the tree and never back, so the totals are the same in any order of arrival and a span
 * costs its own insertion plus the flags that it turns, not its ancestors again. One that comes again costs the same where
 * all flags stay on, as at the end of a span that was sent when it began. Cycles end where nothing changes any more.
 */
export class TraceTree {
  readonly #sum = new ExactTotals();
  llmCallCount = 0;
  rootCount = 0;
  readonly #nodes = new Map<string, Node>();
  /** Children whose parent has not come, by the parent's id. */
  readonly #waiting = new Map<string, Node[]>();
  readonly #changed = new Set<Node>();
  readonly #responses = new SameResponses<NodeCall>();

  get totals(): Readonly<Totals> {
    return this.#sum.totals;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** A root has come and no span waits for its parent. */
  get isComplete(): boolean {
    return this.rootCount > 0 && this.#waiting.size === 0;
  }

  has(spanId: string): boolean {
    return this.#nodes.has(spanId);
  }

  /** Takes in a span that the tree does not have. */
  add(span: SpanFacts): void {
    const usage = usageOf(span);
    const flags = ownFlags(span, usage);
    const node: Node = { spanId: span.spanId, parent: null, flags, stored: 0, usage, call: null };
    this.#nodes.set(span.spanId, node);
    this.#attach(node, span);
    this.#adopt(node, span.spanId);
    this.#identify(node, span);
    this.#settle(node);
    this.#tellParents(node);
  }

  /**
   * Takes in what came again for a span whose parent is the same. False, and nothing is changed, where a flag would go back:
   * whether another span turned it on in an ancestor is not known.
   */
  replace(span: SpanFacts): boolean {
    const node = this.#nodes.get(span.spanId);
    if (!node) return false;
    const usage = usageOf(span);
    const own = ownFlags(span, usage);
    // A tool or agent span tells less of what lies below it.
    const isLess = (node.flags & ~own & (USAGE | MODEL_CALL)) !== 0 || (own & ~node.flags & BARRIER) !== 0;
    if (isLess) return false;
    if (node.flags & USAGE_COUNTED) this.#sum.add(node.usage!, -1);
    node.usage = usage;
    node.flags = (node.flags & ~(OWN | USAGE_COUNTED)) | own;
    this.#identify(node, span);
    this.#settle(node);
    this.#tellParents(node);
    return true;
  }

  /** What counts of a span now, see COUNTED_USAGE and COUNTED_CALL. The caller stores it. */
  takeCounted(spanId: string): number {
    const node = this.#nodes.get(spanId);
    return node ? (node.stored = countedBits(node)) : 0;
  }

  /** Says what the row of a span has, so that `takeChanged` tells where it is wrong. */
  assumeStored(spanId: string, counted: number): void {
    const node = this.#nodes.get(spanId);
    if (!node) return;
    node.stored = counted;
    this.#changed.add(node);
  }

  /** The spans of which something else counts than is stored. The caller stores it. */
  takeChanged(): { spanId: string; counted: number }[] {
    const changed: { spanId: string; counted: number }[] = [];
    for (const node of this.#changed) {
      const counted = countedBits(node);
      if (counted === node.stored) continue;
      node.stored = counted;
      changed.push({ spanId: node.spanId, counted });
    }
    this.#changed.clear();
    return changed;
  }

  #attach(node: Node, span: SpanFacts): void {
    const { parentSpanId } = span;
    if (parentSpanId === null || parentSpanId === span.spanId) {
      this.rootCount++;
      return;
    }
    node.parent = this.#nodes.get(parentSpanId) ?? null;
    if (node.parent) return;
    const waiting = this.#waiting.get(parentSpanId);
    if (waiting) waiting.push(node);
    else this.#waiting.set(parentSpanId, [node]);
  }

  #adopt(node: Node, spanId: string): void {
    const children = this.#waiting.get(spanId);
    if (!children) return;
    this.#waiting.delete(spanId);
    for (const child of children) {
      child.parent = node;
      node.flags |= toldBy(child);
    }
  }

  #tellParents(from: Node): void {
    for (let child = from; child.parent; child = child.parent) {
      const { parent } = child;
      const flags = parent.flags | toldBy(child);
      if (flags === parent.flags) return;
      parent.flags = flags;
      this.#settle(parent);
    }
  }

  /** Puts the node among those of its response, and out of those of the one that it was said to have before. */
  #identify(node: Node, { responseId, startNs, endNs, spanId }: SpanFacts): void {
    const left = node.call === null ? [] : this.#responses.remove(node.call);
    node.call = responseId === null ? null : { node, responseId, startNs, endNs, spanId };
    const met = node.call === null ? [] : this.#responses.add(node.call);
    for (const other of [...left, ...met]) this.#settleAlone(other.node);
  }

  /** Counts the node or takes its count back, as its flags now say, and others of its response as that says. */
  #settle(node: Node): void {
    this.#settleAlone(node);
    if (node.call !== null)
      for (const other of this.#responses.othersOf(node.call)) this.#settleAlone(other.node);
  }

  #settleAlone(node: Node): void {
    const { flags } = node;
    const usageCounted = this.#isTold(node, countsUsage);
    if (usageCounted !== ((flags & USAGE_COUNTED) !== 0)) {
      this.#sum.add(node.usage!, usageCounted ? 1 : -1);
      node.flags ^= USAGE_COUNTED;
      this.#changed.add(node);
    }
    const callCounted = this.#isTold(node, countsCall);
    if (callCounted !== ((flags & CALL_COUNTED) !== 0)) {
      this.llmCallCount += callCounted ? 1 : -1;
      node.flags ^= CALL_COUNTED;
      this.#changed.add(node);
    }
  }

  /** Whether the node counts by its place in the tree, and no other recording of the same answer that does tells for it. */
  #isTold(node: Node, counts: (node: Node) => boolean): boolean {
    const { call } = node;
    if (!counts(node)) return false;
    return (
      call === null ||
      !this.#responses.othersOf(call).some((other) => counts(other.node) && tellsFor(other, call))
    );
  }
}

function ownFlags(span: SpanFacts, usage: Totals | null): number {
  const isBarrier = span.category === 'tool' || span.category === 'agent';
  return (usage ? USAGE : 0) | (isModelCall(span) ? MODEL_CALL : 0) | (isBarrier ? BARRIER : 0);
}

const countedBits = ({ flags }: Node): number =>
  (flags & USAGE_COUNTED ? COUNTED_USAGE : 0) | (flags & CALL_COUNTED ? COUNTED_CALL : 0);

const countsUsage = ({ flags }: Node): boolean =>
  (flags & USAGE) !== 0 && (flags & (flags & MODEL_CALL ? NEAR : BELOW)) === 0;

const countsCall = ({ flags }: Node): boolean => (flags & MODEL_CALL) !== 0 && (flags & NEAR_CALL) === 0;

/** The flags that a child turns on in its parent. */
function toldBy({ flags }: Node): number {
  let told = flags & (USAGE | BELOW) ? BELOW : 0;
  if (flags & BARRIER) return told;
  if (flags & (USAGE | NEAR)) told |= NEAR;
  if (flags & (MODEL_CALL | NEAR_CALL)) told |= NEAR_CALL;
  return told;
}

export const isModelCall = (span: Pick<SpanColumns, 'observationType'>): boolean =>
  span.observationType === 'generation' || span.observationType === 'embedding';
