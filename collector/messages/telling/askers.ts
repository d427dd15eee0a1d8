import type { ConversationSpan } from '../conversation-span.ts';
import type { AskedElsewhere } from '../reading.ts';
import type { Forest } from './forest.ts';

interface Placed {
  readonly span: ConversationSpan;
  /** Among the spans of the conversation. */
  readonly place: number;
}

/** Spans by `nameOf` them. */
type Events = ReadonlyMap<string, readonly Placed[]>;

/**
 * Finds which span began a call, where its begin and its end are spans of their own: within a run the first call that ended is taken
 * for the first that began. Nothing tells better where calls ran at the same time, and the tree of spans need not join the two.
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

/** A name for the spans of one run that have this value; the run is that of the given span. */
const nameOf = ({ record }: ConversationSpan, { run }: AskedElsewhere, value: string): string =>
  JSON.stringify([record.traceId, record.attributes.string(run) ?? '', value]);
