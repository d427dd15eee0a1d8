import { type ConversationSpan, isModelCall } from '../conversation-span.ts';
import type { MessageContent } from '../reading.ts';
import type { SpanIndex } from './span-index.ts';

interface Place {
  readonly answer: MessageContent;
  readonly number: number;
}

/**
 * Which calls a model made in one answer, and in which order, as later histories have it of calls that say nothing of that
 * (`Reading.isAnsweredAround`). Clocks of whole milliseconds leave that open for tools that ran beside each other.
 */
export class CallsOfAnswers {
  readonly #index: SpanIndex;
  /** By the call's id; there when it is first asked for. */
  #places: ReadonlyMap<string, Place> | undefined;

  constructor(index: SpanIndex) {
    this.#index = index;
  }

  /** Those in a row that ran at one time, or of whose calls a history says so, each in the order of the answer. */
  group(tools: readonly ConversationSpan[]): readonly (readonly ConversationSpan[])[] {
    const groups: ConversationSpan[][] = [];
    let end = -1n;
    let answer: MessageContent | undefined;
    for (const tool of tools) {
      const { startUnixNano, endUnixNano } = tool.record;
      const group = groups.at(-1);
      const own = this.#placeOf(tool)?.answer;
      const isBeside = startUnixNano < end || (own !== undefined && own === answer);
      if (group !== undefined && isBeside) group.push(tool);
      else groups.push([tool]);
      if (endUnixNano > end) end = endUnixNano;
      answer = own;
    }
    return groups.map((group) => this.#inOrder(group));
  }

  /** As they are where histories do not know them all. */
  #inOrder(group: readonly ConversationSpan[]): readonly ConversationSpan[] {
    const places = new Map<ConversationSpan, number>();
    for (const tool of group) {
      const place = this.#placeOf(tool);
      if (place === undefined) return group;
      places.set(tool, place.number);
    }
    return group.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }

  #placeOf(tool: ConversationSpan): Place | undefined {
    const [part] = this.#index.readingOf(tool).input[0]?.content.parts ?? [];
    const id = part?.type === 'tool_call' ? part.id : null;
    this.#places ??= findPlaces(this.#index);
    return id === null ? undefined : this.#places.get(id);
  }
}

/** Of calls with the same id the first one's. */
function findPlaces(index: SpanIndex): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const answer of historiesOf(index))
    for (const part of answer.parts)
      if (part.type === 'tool_call' && part.id !== null && !places.has(part.id))
        places.set(part.id, { answer, number: places.size });
  return places;
}

/** Each message once: histories that repeat one another share it. The span around a call may have more of its history. */
function historiesOf(index: SpanIndex): ReadonlySet<MessageContent> {
  const contents = new Set<MessageContent>();
  for (const span of index.forest.spans) {
    if (!isModelCall(span) || index.readingOf(span).isAnsweredAround !== true) continue;
    const around = index.forest.parentOf(span);
    for (const teller of around === undefined ? [span] : [around, span])
      for (const { content } of index.readingOf(teller).input) contents.add(content);
  }
  return contents;
}
