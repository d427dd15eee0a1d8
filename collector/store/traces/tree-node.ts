import { callsModel } from '../../contract/model-calls.ts';
import { likenessOf } from '../../lib/call-figures.ts';
import type { SpanColumns } from '../rows/span-row.ts';
import type { SpanUsage, Totals } from './exact-totals.ts';
import { tellsMore, type RecordedUsage } from './nested-call.ts';
import type { RecordedCall } from './same-responses.ts';

/* Flags of a span in the tree of its trace: what it is, what lies below it, how it counts. */
export const USAGE = 1;
export const MODEL_CALL = 2;
/** A tool or agent span: what lies below it are calls of its own, not this call told again. */
export const BARRIER = 4;
/** Some descendant carries usage. */
const BELOW = 8;
/** Some descendant that is reached without passing a tool or agent span carries usage. */
export const NEAR = 16;
/** Some descendant that is reached without passing a tool or agent span is a model call. */
const NEAR_CALL = 32;
export const USAGE_COUNTED = 64;
export const CALL_COUNTED = 128;
/** Its usage does not count: the call around it tells more of the same call. */
export const TOLD_AROUND = 256;
/** NEAR holds of more than one descendant. */
export const SEVERAL_NEAR = 512;
const OWN_COST = 1024;
/** What a span itself says. */
export const OWN = USAGE | MODEL_CALL | BARRIER | OWN_COST;

/**
 * What `counted` of a span's row says: its usage counts in the trace's totals, it counts as a model call there, its usage does
 * not count because the call around it tells more of the same call.
 */
export const COUNTED_USAGE = 1;
export const COUNTED_CALL = 2;
export const COUNTED_AROUND = 4;

/** A span in the tree. No object literal, see runtime/README.md. */
export class Node {
  readonly spanId: string;
  parent: Node | null = null;
  flags: number;
  /** `counted` as it stands in the span's row. */
  stored = 0;
  usage: Totals | null;
  /** The only descendant of which NEAR holds. */
  nearest: Node | null = null;
  /** The call with usage whose `nearest` it is. */
  around: Node | null = null;
  /** Null where nothing may be another recording of it. */
  call: NodeCall | null = null;

  constructor(spanId: string, flags: number, usage: Totals | null) {
    this.spanId = spanId;
    this.flags = flags;
    this.usage = usage;
  }
}

/** What a trace needs to know of a span. */
export type SpanFacts = Pick<
  SpanColumns,
  | 'spanId'
  | 'parentSpanId'
  | 'name'
  | 'framework'
  | 'startNs'
  | 'endNs'
  | 'category'
  | 'observationType'
  | 'responseId'
  | 'ownCost'
> &
  SpanUsage;

export function ownFlags(span: SpanFacts, usage: Totals | null): number {
  const isBarrier = span.category === 'tool' || span.category === 'agent';
  return (
    (usage ? USAGE : 0) |
    (callsModel(span.observationType) ? MODEL_CALL : 0) |
    (isBarrier ? BARRIER : 0) |
    (span.ownCost ? OWN_COST : 0)
  );
}

export class NodeCall implements RecordedCall {
  readonly node: Node;
  readonly responseId: string | null;
  readonly name: string;
  readonly framework: string | null;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly #parentSpanId: string | null;
  readonly #usage: Totals | null;

  constructor(node: Node, span: SpanFacts) {
    this.node = node;
    this.responseId = span.responseId;
    this.name = span.name;
    this.framework = span.framework;
    this.startNs = span.startNs;
    this.endNs = span.endNs;
    this.#parentSpanId = span.parentSpanId;
    // The node's may be another by the time that it is asked for.
    this.#usage = callsModel(span.observationType) ? node.usage : null;
  }

  get spanId(): string {
    return this.node.spanId;
  }

  get likeness(): string | null {
    return this.#usage === null ? null : likenessOf(this.#parentSpanId, this.#usage);
  }
}

/** Null where nothing can be another recording of the span's call. */
export function recordedCall(node: Node, span: SpanFacts): NodeCall | null {
  const isCounted = node.usage !== null && callsModel(span.observationType) && span.parentSpanId !== null;
  return span.responseId !== null || isCounted ? new NodeCall(node, span) : null;
}

export const countedBits = ({ flags }: Node): number =>
  (flags & USAGE_COUNTED ? COUNTED_USAGE : 0) |
  (flags & CALL_COUNTED ? COUNTED_CALL : 0) |
  (flags & TOLD_AROUND ? COUNTED_AROUND : 0);

export const countsUsage = ({ flags }: Node): boolean =>
  (flags & USAGE) !== 0 && (flags & (flags & MODEL_CALL ? NEAR : BELOW)) === 0;

/** The call around it, which has no other inside, tells more of the same call. */
export const isToldAround = (node: Node): boolean =>
  node.around !== null && (node.flags & MODEL_CALL) !== 0 && tellsMore(recorded(node.around), recorded(node));

const recorded = ({ flags, usage }: Node): RecordedUsage => ({
  usage: usage!,
  hasOwnCost: (flags & OWN_COST) !== 0,
});

export const countsCall = ({ flags }: Node): boolean =>
  (flags & MODEL_CALL) !== 0 && (flags & NEAR_CALL) === 0;

/** The flags that a child turns on in its parent. */
export function toldBy({ flags }: Node): number {
  let told = flags & (USAGE | BELOW) ? BELOW : 0;
  if (flags & BARRIER) return told;
  if (flags & (USAGE | NEAR)) told |= NEAR;
  if (flags & SEVERAL_NEAR || (flags & USAGE && flags & NEAR)) told |= SEVERAL_NEAR;
  if (flags & (MODEL_CALL | NEAR_CALL)) told |= NEAR_CALL;
  return told;
}
