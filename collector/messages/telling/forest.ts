import { type ConversationSpan, compareSpans } from '../conversation-span.ts';

/** A parent chain that is longer is broken or a circle. */
const MAX_DEPTH = 1000;

/** Spans of one or more traces in the order of their start, and who called whom. */
export class Forest {
  readonly spans: readonly ConversationSpan[];
  readonly #byId = new Map<string, ConversationSpan>();
  readonly #children = new Map<ConversationSpan, ConversationSpan[]>();
  readonly #agents = new Map<ConversationSpan, string | null>();

  constructor(spans: readonly ConversationSpan[]) {
    for (const span of spans) this.#byId.set(idOf(span.record.traceId, span.record.spanId), span);
    this.spans = [...this.#byId.values()].toSorted(compareSpans);
    for (const span of this.spans) {
      const parent = this.parentOf(span);
      if (parent === undefined) continue;
      const siblings = this.#children.get(parent);
      if (siblings === undefined) this.#children.set(parent, [span]);
      else siblings.push(span);
    }
  }

  parentOf({ record }: ConversationSpan): ConversationSpan | undefined {
    if (record.parentSpanId === null || record.parentSpanId === record.spanId) return undefined;
    return this.#byId.get(idOf(record.traceId, record.parentSpanId));
  }

  childrenOf(span: ConversationSpan): readonly ConversationSpan[] {
    return this.#children.get(span) ?? [];
  }

  /** The parent, its parent, and so on. Ends even where exporters made a circle. */
  *ancestorsOf(span: ConversationSpan): Generator<ConversationSpan> {
    let parent = this.parentOf(span);
    for (let depth = 0; parent !== undefined && depth < MAX_DEPTH; depth++) {
      yield parent;
      parent = this.parentOf(parent);
    }
  }

  /** The agent that a span works for: its own name for it, or that of the nearest span around it. */
  agentNameOf(span: ConversationSpan): string | null {
    const known = this.#agents.get(span);
    if (known !== undefined) return known;
    let name = span.span.agent_name;
    if (name === null) {
      for (const ancestor of this.ancestorsOf(span)) {
        name = this.#agents.get(ancestor) ?? ancestor.span.agent_name;
        if (name !== null) break;
      }
    }
    this.#agents.set(span, name);
    return name;
  }
}

function idOf(traceId: string, spanId: string): string {
  return `${traceId}:${spanId}`;
}
