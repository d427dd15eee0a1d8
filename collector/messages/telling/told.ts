import type { MessagePart } from '../../contract/messages.ts';
import { asideOf } from '../asides.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { MOST_TOLD, notMoreThan } from '../most-messages.ts';
import type { MessageContent, SaidMessage } from '../reading.ts';
import { type Moment, compareMoments } from './forest.ts';

/** A message of the conversation, and the span whose copy of it is kept. */
export interface Told {
  content: MessageContent;
  said: SaidMessage;
  teller: ConversationSpan;
  /** The agent whose span told it; of a tool's answer the one that called the tool, whoever told it first. */
  agentName: string | null;
  /** When it was said, for the order of telling; never before what it answers. */
  at: Moment;
  /** Orders what was said at one moment. */
  readonly order: number;
  /** The `order` of what it comes right behind, where that was said at one moment with it; else its own. */
  readonly rank: number;
  /** Ids of the spans that carried it, the teller's first. */
  readonly carriers: Set<string>;
  /** Usage, cost and model stand on this message: the first of a call's output. */
  isAnswerOfCall: boolean;
}

export interface TellOptions {
  readonly teller: ConversationSpan;
  readonly agentName: string | null;
  readonly at: Moment;
  /** What came before it in its own conversation. */
  readonly after: Told | null;
  /** Whether it comes before all else that was said at the moment of `after`. */
  readonly isRightBehind?: boolean;
  readonly isAnswerOfCall?: boolean;
}

/** The messages told so far. */
export class ToldList {
  readonly #list: Told[] = [];

  tell(said: SaidMessage, options: TellOptions): Told {
    const { teller, agentName, at, after } = options;
    const order = this.#list.length;
    const isLate = after !== null && compareMoments(after.at, at) >= 0;
    const told: Told = {
      content: said.content,
      said,
      teller,
      agentName,
      at: isLate ? after.at : at,
      order,
      rank: isLate && options.isRightBehind === true ? after.rank : order,
      carriers: new Set([teller.record.spanId]),
      isAnswerOfCall: options.isAnswerOfCall ?? false,
    };
    this.#list.push(told);
    notMoreThan(MOST_TOLD, this.#list.length);
    return told;
  }

  /** In the order of telling, which is nearly that of time. */
  all(): readonly Told[] {
    return this.#list;
  }

  /** By moment; what was told earlier stays first where those are equal. */
  inOrder(): readonly Told[] {
    return this.#list
      .filter(({ content }) => content.parts.length > 0)
      .toSorted((a, b) => compareMoments(a.at, b.at) || a.rank - b.rank || a.order - b.order);
  }
}

/** What a later history alone holds may have been said before what was told already. */
export function moveBefore(told: Told, next: Told): void {
  if (compareMoments(next.at, told.at) < 0) told.at = { ...next.at, place: next.at.place - 0.5 };
}

export function setParts(told: Told, parts: readonly MessagePart[]): void {
  told.content = { ...told.content, parts };
}

/** Where the parts stand in lists that `replacePart` made: nobody else changes these. */
const places = new WeakMap<readonly MessagePart[], Map<MessagePart, readonly number[]>>();

/** Puts a fuller copy in the place of a part. A message may have a hundred thousand parts, each of which gets one. */
export function replacePart(told: Told, part: MessagePart, fuller: MessagePart): void {
  let known = places.get(told.content.parts);
  if (known === undefined) {
    const parts = [...told.content.parts];
    known = Map.groupBy(parts.keys(), (index) => parts[index]!);
    places.set(parts, known);
    setParts(told, parts);
  }
  const parts = told.content.parts as MessagePart[];
  const own = known.get(part);
  if (own === undefined) return;
  for (const index of own) parts[index] = fuller;
  known.delete(part);
  known.set(fuller, own);
  setParts(told, parts);
}

/** Another copy of an answer may hold the thoughts and the sources that the kept one left out. Returns whether it did. */
export function addAsides(told: Told, said: SaidMessage): boolean {
  if (said.content.role !== 'assistant') return false;
  const known = new Set(told.content.parts.map(asideOf));
  const missing = (kind: 'thought' | 'citations'): readonly MessagePart[] =>
    known.has(kind) ? [] : said.content.parts.filter((part) => asideOf(part) === kind);
  const thoughts = missing('thought');
  const sources = missing('citations');
  if (thoughts.length + sources.length === 0) return false;
  setParts(told, [...thoughts, ...told.content.parts, ...sources]);
  return true;
}

/** The better copy takes the place of the one that is kept: it becomes the teller and leads the carriers. */
export function retell(told: Told, said: SaidMessage, teller: ConversationSpan): void {
  const others = [...told.carriers].filter((id) => id !== teller.record.spanId);
  told.said = said;
  told.content = said.content;
  told.teller = teller;
  told.carriers.clear();
  for (const id of [teller.record.spanId, ...others]) told.carriers.add(id);
}
