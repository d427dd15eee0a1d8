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
  /** When it began at the earliest. */
  readonly notBefore: bigint;
  endNano: bigint;
}

/** A span while those inside of it find their places. */
interface Open {
  readonly span: ConversationSpan;
  readonly places: Places;
  readonly children: Iterator<ConversationSpan>;
  readonly ends: EndsByMillisecond;
  /** The latest end inside of it. */
  latest: bigint;
}

/**
 * Some SDKs (OpenTelemetry's for JavaScript) start spans at whole milliseconds but end them with finer digits: a turn may seem to
 * begin before the last one's end, a tool to end before its model, and a call before the agent whose answer it was asked with.
 */
export const CLOCK_STEP_NANO = 1_000_000n;

/** Spans of one or more traces in the order of their start, those around others first, and who called whom. */
export class Forest {
  readonly spans: readonly ConversationSpan[];
  readonly #parents = new Map<ConversationSpan, ConversationSpan>();
  readonly #children = new Map<ConversationSpan, ConversationSpan[]>();
  readonly #agents = new Map<ConversationSpan, string | null>();
  /** Numbers of each span's start and end, in the order in which these follow in the tree. */
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
    const ends = new EndsByMillisecond();
    // Nothing is above a circle.
    for (const span of [...tops, ...sorted]) if (!this.#places.has(span)) this.#findPlaces(span, ends);
    this.spans = sorted.toSorted((a, b) => compareMoments(this.startOf(a), this.startOf(b)));
  }

  startOf(span: ConversationSpan): Moment {
    const { start, notBefore } = this.#places.get(span) ?? NOWHERE;
    return { nano: later(span.record.startUnixNano, notBefore), place: start };
  }

  /** After all that happened inside of the span, where clocks do not tell. */
  endOf(span: ConversationSpan): Moment {
    const { end, endNano } = this.#places.get(span) ?? NOWHERE;
    return { nano: endNano, place: end };
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

  #findPlaces(top: ConversationSpan, endsBeside: EndsByMillisecond): void {
    const open = [this.#open(top, endsBeside.at(top.record.startUnixNano))];
    for (let around = open.at(-1); around !== undefined; around = open.at(-1)) {
      const { done, value: child } = around.children.next();
      if (done === true) {
        open.pop();
        const outer = open.at(-1);
        const last = this.#close(around);
        (outer?.ends ?? endsBeside).note(around.span, last);
        if (outer !== undefined) outer.latest = later(outer.latest, last);
      } else if (!this.#places.has(child)) {
        const earliest = around.ends.at(child.record.startUnixNano);
        open.push(this.#open(child, later(around.places.notBefore, earliest)));
      }
    }
  }

  #open(span: ConversationSpan, notBefore: bigint): Open {
    const places = { start: this.#size++, end: 0, notBefore, endNano: 0n };
    this.#places.set(span, places);
    const children = this.childrenOf(span).values();
    return { span, places, children, ends: new EndsByMillisecond(), latest: 0n };
  }

  /** The latest end of the span and of all inside of it. */
  #close({ span, places, latest }: Open): bigint {
    const end = later(span.record.endUnixNano, places.notBefore);
    const isByClock = startsAtMillisecond(span) && latest - end < CLOCK_STEP_NANO;
    places.end = this.#size++;
    places.endNano = isByClock ? later(end, latest) : end;
    return later(end, latest);
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

const NOWHERE: Places = { start: 0, end: 0, notBefore: 0n, endNano: 0n };

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const startsAtMillisecond = ({ record }: ConversationSpan): boolean =>
  record.startUnixNano % CLOCK_STEP_NANO === 0n;

/** The latest end, by its millisecond, of what began before that. */
class EndsByMillisecond {
  readonly #ends = new Map<bigint, bigint>();

  note({ record }: ConversationSpan, end: bigint): void {
    const millisecond = end / CLOCK_STEP_NANO;
    if (record.startUnixNano < millisecond * CLOCK_STEP_NANO)
      this.#ends.set(millisecond, later(end, this.#ends.get(millisecond) ?? 0n));
  }

  /** What ended in the millisecond at which `start` stands. */
  at(start: bigint): bigint {
    return (start % CLOCK_STEP_NANO === 0n ? this.#ends.get(start / CLOCK_STEP_NANO) : undefined) ?? 0n;
  }
}

function idOf(traceId: string, spanId: string): string {
  return `${traceId}:${spanId}`;
}
