import { ExactTotals, usageOf, type Totals } from './exact-totals.ts';
import { SameResponses, tellsFor } from './same-responses.ts';
import {
  BARRIER,
  CALL_COUNTED,
  MODEL_CALL,
  NEAR,
  OWN,
  SEVERAL_NEAR,
  TOLD_AROUND,
  USAGE,
  USAGE_COUNTED,
  countedBits,
  countsCall,
  countsUsage,
  isToldAround,
  ownFlags,
  recordedCall,
  toldBy,
  Node,
  type NodeCall,
  type SpanFacts,
} from './tree-node.ts';

/**
 * The spans of one trace as a tree that counts each model call once, although frameworks repeat a call's usage on the spans
 * around it, and run tools and agents with calls of their own inside one. Usage on a span that is no model call is left out
 * when any descendant carries usage; usage on a model call only when a descendant reached without passing a tool or agent
 * span does, unless that is a single call of which the outer span tells more. Flags only ever go up the tree and never back,
 * so the totals are the same in any order of arrival and a span costs its own insertion plus the flags that it turns, not its
 * ancestors again. One that comes again costs the same where all flags stay on, as at the end of a span that was sent when it
 * began. Cycles end where nothing changes any more.
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
    const { spanId } = span;
    const node = new Node(spanId, ownFlags(span, usage), usage);
    this.#nodes.set(spanId, node);
    this.#attach(node, span);
    this.#adopt(node, spanId);
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
    this.#encircle(node);
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

  /** Whether something else counts of any span than is stored. */
  get hasChanged(): boolean {
    for (const node of this.#changed) if (countedBits(node) !== node.stored) return true;
    return false;
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
      this.#hear(node, child);
    }
  }

  #tellParents(from: Node): void {
    for (let child = from; child.parent; child = child.parent) {
      if (!this.#hear(child.parent, child)) return;
      this.#settle(child.parent);
    }
  }

  /** Takes up what a child tells its parent. False where that knows it all. */
  #hear(parent: Node, child: Node): boolean {
    const told = toldBy(child);
    const nearest = told & NEAR ? (child.flags & USAGE ? child : child.nearest) : null;
    const isAnother = nearest !== null && (parent.flags & NEAR) !== 0 && nearest !== parent.nearest;
    const flags = parent.flags | told | (isAnother ? SEVERAL_NEAR : 0);
    if (flags === parent.flags) return false;
    const isFirst = (flags & ~parent.flags & NEAR) !== 0;
    parent.flags = flags;
    if (flags & SEVERAL_NEAR) this.#setNearest(parent, null);
    else if (isFirst) this.#setNearest(parent, nearest);
    return true;
  }

  #setNearest(node: Node, nearest: Node | null): void {
    const before = node.nearest;
    node.nearest = nearest;
    if (before?.around === node) {
      before.around = null;
      this.#settle(before);
    }
    this.#encircle(node);
  }

  /** Which of a call with usage and the only one inside it counts, is said by what the two tell. */
  #encircle(node: Node): void {
    const { flags, nearest } = node;
    if (nearest === null || (flags & USAGE) === 0 || (flags & MODEL_CALL) === 0) return;
    nearest.around = node;
    this.#settle(nearest);
  }

  /** Notes which response the node recorded, in place of the one noted before; the other recordings of both are settled anew. */
  #identify(node: Node, span: SpanFacts): void {
    const left = node.call === null ? [] : this.#responses.remove(node.call);
    node.call = recordedCall(node, span);
    const met = node.call === null ? [] : this.#responses.add(node.call);
    for (const other of [...left, ...met]) this.#settleAlone(other.node);
  }

  /** Counts the node or takes its count back, as it now stands, and others of its response as that says. */
  #settle(node: Node): void {
    this.#settleAlone(node);
    if (node.call !== null)
      for (const other of this.#responses.othersOf(node.call)) this.#settleAlone(other.node);
  }

  #settleAlone(node: Node): void {
    this.#settleFlag(node, CALL_COUNTED, this.#isTold(node, countsCall));
    this.#settleFlag(node, TOLD_AROUND, isToldAround(node));
    this.#settleUsage(node);
    if (node.around !== null) this.#settleUsage(node.around);
  }

  /** The call around another counts in its place where it tells more. */
  #settleUsage(node: Node): void {
    const inside = node.nearest?.around === node && isToldAround(node.nearest) ? node.nearest : null;
    const isCounted = this.#isTold(inside ?? node, countsUsage) && (inside !== null || !isToldAround(node));
    this.#settleFlag(node, USAGE_COUNTED, isCounted);
  }

  #settleFlag(node: Node, flag: number, isOn: boolean): void {
    if (isOn === ((node.flags & flag) !== 0)) return;
    if (flag === USAGE_COUNTED) this.#sum.add(node.usage!, isOn ? 1 : -1);
    if (flag === CALL_COUNTED) this.llmCallCount += isOn ? 1 : -1;
    node.flags ^= flag;
    this.#changed.add(node);
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
