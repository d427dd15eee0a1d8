import type { ConversationSpan } from '../conversation-span.ts';
import type { AskedElsewhere } from '../reading.ts';
import type { Forest } from './forest.ts';

/**
 * Of calls whose begin and end are spans of their own, which began each: within a run the first that ended is the first that
 * began. Nothing else tells, should calls have run at the same time; one need not be above the other, nor both below the same.
 */
export class Askers {
  readonly #forest: Forest;
  readonly #askers = new Map<ConversationSpan, ConversationSpan>();
  /** What was paired, by run and by what began. */
  readonly #paired = new Set<string>();
  /** By the attribute that has their id: there when it is first asked for. */
  readonly #runs = new Map<string, ReadonlyMap<string, readonly ConversationSpan[]>>();

  constructor(forest: Forest) {
    this.#forest = forest;
  }

  find(span: ConversationSpan, asked: AskedElsewhere): ConversationSpan | undefined {
    const run = runOf(span, asked.run);
    const pair = `${run}:${asked.begin}`;
    if (!this.#paired.has(pair)) this.#pair(this.#spansOf(asked.run).get(run) ?? [], asked);
    this.#paired.add(pair);
    return this.#askers.get(span);
  }

  #spansOf(key: string): ReadonlyMap<string, readonly ConversationSpan[]> {
    let runs = this.#runs.get(key);
    if (runs === undefined)
      this.#runs.set(key, (runs = Map.groupBy(this.#forest.spans, (span) => runOf(span, key))));
    return runs;
  }

  #pair(spans: readonly ConversationSpan[], { key, begin, ends }: AskedElsewhere): void {
    const began: ConversationSpan[] = [];
    const ended: ConversationSpan[] = [];
    for (const span of spans) {
      const value = span.record.attributes.string(key) ?? '';
      if (value === begin) began.push(span);
      else if (ends.includes(value)) ended.push(span);
    }
    for (const [index, end] of ended.entries()) {
      const asker = began[index];
      if (asker !== undefined) this.#askers.set(end, asker);
    }
  }
}

const runOf = ({ record }: ConversationSpan, key: string): string =>
  `${record.traceId}:${record.attributes.string(key) ?? ''}`;
