import type { ConversationSpan } from '../conversation-span.ts';
import type { AskedElsewhere } from '../reading.ts';
import type { Forest } from './forest.ts';

interface Placed {
  readonly span: ConversationSpan;
  /** Among the spans of the conversation. */
  readonly place: number;
}

/** Spans by their run and what they begin or end. */
type Events = ReadonlyMap<string, readonly Placed[]>;

/**
 * Of calls whose begin and end are spans of their own, which began each: within a run the first that ended is the first that
 * began. Nothing else tells, should calls have run at the same time; one need not be above the other, nor both below the same.
 */
export class Askers {
  readonly #forest: Forest;
  readonly #askers = new Map<ConversationSpan, ConversationSpan>();
  /** What was paired, by run and by what began. */
  readonly #paired = new Set<string>();
  /** By the attributes that say what a span is of: there when they are first asked for. */
  readonly #events = new Map<string, Events>();

  constructor(forest: Forest) {
    this.#forest = forest;
  }

  find(span: ConversationSpan, asked: AskedElsewhere): ConversationSpan | undefined {
    const began = nameOf(span, asked, asked.begin);
    if (!this.#paired.has(began)) this.#pair(span, asked);
    this.#paired.add(began);
    return this.#askers.get(span);
  }

  #pair(of: ConversationSpan, asked: AskedElsewhere): void {
    const events = this.#eventsOf(asked);
    const named = (value: string): readonly Placed[] => events.get(nameOf(of, asked, value)) ?? [];
    const began = named(asked.begin);
    const ended = asked.ends.flatMap(named).sort((a, b) => a.place - b.place);
    for (const [index, { span }] of ended.entries()) {
      const asker = began[index];
      if (asker !== undefined) this.#askers.set(span, asker.span);
    }
  }

  #eventsOf(asked: AskedElsewhere): Events {
    const attributes = `${asked.key} ${asked.run}`;
    let events = this.#events.get(attributes);
    if (events === undefined) {
      const placed = this.#forest.spans.map((span, place): Placed => ({ span, place }));
      const valueOf = ({ span }: Placed): string => span.record.attributes.string(asked.key) ?? '';
      events = Map.groupBy(placed, (one) => nameOf(one.span, asked, valueOf(one)));
      this.#events.set(attributes, events);
    }
    return events;
  }
}

/** That of the events in a span's run that have the value. */
const nameOf = ({ record }: ConversationSpan, { run }: AskedElsewhere, value: string): string =>
  JSON.stringify([record.traceId, record.attributes.string(run) ?? '', value]);
