import { type ConversationSpan, compareSpans } from '../conversation-span.ts';

/** A parent chain that is longer is broken or a circle. */
const MAX_DEPTH = 1000;

/** When something happened; what clocks do not tell apart, by its place in the order of the tree. */
export interface Moment {
  readonly nano: bigint;
  readonly place: number;
}

export function compareMoments(a: Moment, b: Moment): number {
  if (a.nano !== b.nano) return a.nano < b.nano ? -1 : 1;
  return a.place - b.place;
}

interface Places {
  readonly start: number;
  end: number;
  /** When the trace of a session began at the earliest. */
  readonly notBefore: bigint;
}

/**
 * Some SDKs start spans at whole milliseconds but end them with finer digits: a turn may seem to begin before the last one's end,
 * and a tool to end before its model.
 */
export const CLOCK_STEP_NANO = 1_000_000n;

/** Spans of one or more traces in the order of their start, those around others first, and who called whom. */
export class Forest {
  readonly spans: readonly ConversationSpan[];
  readonly #parents = new Map<ConversationSpan, ConversationSpan>();
  readonly #children = new Map<ConversationSpan, ConversationSpan[]>();
  readonly #agents = new Map<ConversationSpan, string | null>();
  /** Of each span's start and end, one after the other as they follow in the tree. */
  readonly #places = new Map<ConversationSpan, Places>();
  #size = 0;

  constructor(spans: readonly ConversationSpan[]) {
    const byId = new Map(spans.map((span) => [idOf(span.record.traceId, span.record.spanId), span]));
    const sorted = [...byId.values()].toSorted(compareSpans);
    const tops: ConversationSpan[] = [];
    for (const span of sorted) {
      const { traceId, spanId, parentSpanId } = span.record;
      const isTop = parentSpanId === null || parentSpanId === spanId;
      const parent = isTop ? undefined : byId.get(idOf(traceId, parentSpanId));
      if (parent !== undefined) this.#parents.set(span, parent);
      const siblings = parent === undefined ? tops : this.#children.get(parent);
      if (siblings !== undefined) siblings.push(span);
      else if (parent !== undefined) this.#children.set(parent, [span]);
    }
    const earliest = earliestStarts(tops);
    // Nothing is above a circle.
    for (const span of [...tops, ...sorted])
      if (!this.#places.has(span)) this.#findPlaces(span, earliest.get(span.record.traceId) ?? 0n);
    this.spans = sorted.toSorted((a, b) => compareMoments(this.startOf(a), this.startOf(b)));
  }

  startOf(span: ConversationSpan): Moment {
    const { start, notBefore } = this.#places.get(span) ?? NOWHERE;
    return { nano: later(span.record.startUnixNano, notBefore), place: start };
  }

  /** After all that happened inside of the span, where clocks do not tell. */
  endOf(span: ConversationSpan): Moment {
    const { end, notBefore } = this.#places.get(span) ?? NOWHERE;
    return { nano: later(span.record.endUnixNano, notBefore), place: end };
  }

  parentOf(span: ConversationSpan): ConversationSpan | undefined {
    return this.#parents.get(span);
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

  #findPlaces(top: ConversationSpan, notBefore: bigint): void {
    const open = [top];
    for (let span = open.at(-1); span !== undefined; span = open.at(-1)) {
      const places = this.#places.get(span);
      if (places === undefined) {
        this.#places.set(span, { start: this.#size++, end: 0, notBefore });
        for (const child of this.childrenOf(span).toReversed())
          if (!this.#places.has(child)) open.push(child);
      } else {
        places.end = this.#size++;
        open.pop();
      }
    }
  }

  /** The agent that a span works for: its own name for it, or that of the nearest span around it. */
  agentNameOf(span: ConversationSpan): string | null {
    const known = this.#agents.get(span);
    if (known !== undefined) return known;
    let name = span.span.agent_name;
    if (name === null) {
      for (const ancestor of this.ancestorsOf(span)) {
        const around = this.#agents.get(ancestor);
        name = around ?? ancestor.span.agent_name;
        // That there is none is known, too: in a deep chain each span would look through all of it.
        if (name !== null || around === null) break;
      }
    }
    this.#agents.set(span, name);
    return name;
  }
}

const NOWHERE: Places = { start: 0, end: 0, notBefore: 0n };

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Of traces that began at a whole millisecond, in which another one that began before it ended later: that end. */
function earliestStarts(tops: readonly ConversationSpan[]): ReadonlyMap<string, bigint> {
  const starts = new Map<string, bigint>();
  /** The latest, by the millisecond, of what began before it. */
  const ends = new Map<bigint, bigint>();
  for (const { record } of tops) {
    const { traceId, startUnixNano, endUnixNano } = record;
    const start = starts.get(traceId);
    if (start === undefined || startUnixNano < start) starts.set(traceId, startUnixNano);
    const millisecond = endUnixNano / CLOCK_STEP_NANO;
    if (startUnixNano < millisecond * CLOCK_STEP_NANO)
      ends.set(millisecond, later(endUnixNano, ends.get(millisecond) ?? 0n));
  }
  const earliest = new Map<string, bigint>();
  for (const [traceId, start] of starts) {
    const end = start % CLOCK_STEP_NANO === 0n ? ends.get(start / CLOCK_STEP_NANO) : undefined;
    if (end !== undefined) earliest.set(traceId, end);
  }
  return earliest;
}

function idOf(traceId: string, spanId: string): string {
  return `${traceId}:${spanId}`;
}
