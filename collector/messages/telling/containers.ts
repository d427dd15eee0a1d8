import type { MessagePart } from '../../contract/messages.ts';
import { type ConversationSpan, isAgent } from '../conversation-span.ts';
import { type SaidMessage, textOfParts } from '../reading.ts';
import type { Atom } from './atoms.ts';
import type { CallTeller } from './calls.ts';
import type { Moment } from './forest.ts';
import { type Told, addAsides, setParts } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/** What the calls below a span told. */
export interface Below {
  hasInput: boolean;
  /** Whether the last of them told what it answered. */
  hasLastOutput: boolean;
}

export interface ContainerTelling {
  readonly conversation: ToldConversation;
  readonly calls: CallTeller;
  readonly below: ReadonlyMap<ConversationSpan, Below>;
}

/**
 * A span around calls (an agent, a chain, a node of a graph): what the calls told is not told again, what only it holds is.
 * Its function's input and output, which are no messages, count only where no call below told that side.
 */
export function tellContainer(span: ConversationSpan, telling: ContainerTelling): void {
  const { conversation, calls } = telling;
  const { index } = conversation;
  const reading = index.readingOf(span);
  const below = telling.below.get(span);
  const isLone = below === undefined && isAgent(span);
  const agentName = index.forest.agentNameOf(span);
  const [start, end] = [index.forest.startOf(span), index.forest.endOf(span)];
  for (const said of reading.system) {
    const known =
      calls.findInstructions(said) ?? findTold(said, conversation) ?? findExcerpt(said, conversation);
    if (known === undefined)
      calls.tellInstructions({ span, agentName, reading, answeredAt: end }, conversation.history.root);
    else known.carriers.add(span.record.spanId);
  }
  for (const said of reading.input) {
    if (!said.isRaw || isLone || below?.hasInput === false) tellRest(span, said, start, telling);
  }
  for (const said of reading.output) {
    if (!said.isRaw || isLone || below?.hasLastOutput === false) tellRest(span, said, end, telling);
  }
}

function tellRest(span: ConversationSpan, said: SaidMessage, at: Moment, telling: ContainerTelling): void {
  const { conversation } = telling;
  // A prompt that was rendered before the call was instructed with it.
  const instructions = said.content.role === 'system' ? telling.calls.findInstructions(said) : undefined;
  if (instructions !== undefined) {
    instructions.carriers.add(span.record.spanId);
    return;
  }
  const all = conversation.atoms.atomsOf(said.content);
  const known = all.map((atom) => findKnown(atom, span, conversation));
  for (const one of known) one?.carriers.add(span.record.spanId);
  const [first] = known;
  if (first !== undefined && known.length === 1 && addAsides(first, said)) conversation.words.note(first);
  const rest = all.filter((_, index) => known[index] === undefined);
  const words = rest.filter(
    (atom) => atom.kind !== 'media' && atom.kind !== 'data' && atom.kind !== 'thought',
  );
  // A picture or a detail that is written differently does not make a known message a new one.
  const fresh = rest.length < all.length ? words : rest;
  const parts = fresh.flatMap((atom) => atom.parts).filter((part) => !isMerged(part, span, conversation));
  if (parts.length === 0) return;
  const agentName = conversation.index.forest.agentNameOf(span);
  const isWhole = rest.length === all.length && parts.length === all.flatMap((atom) => atom.parts).length;
  const one = conversation.told.tell(said, { teller: span, agentName, at, after: null });
  if (!isWhole) setParts(one, parts);
  for (const atom of fresh) conversation.addLoose(atom, one);
}

/** What was told of this: the same words, or a call or an answer of the same id. */
function findKnown(
  atom: Atom,
  span: ConversationSpan,
  { history, ledger }: ToldConversation,
): Told | undefined {
  const same = history.placesOf(atom).at(-1)?.told;
  if (same != null || atom.id === null) return same ?? undefined;
  const [entry] = ledger.entriesNamed(span.record.traceId, atom.id);
  return (atom.kind === 'answer' ? entry?.answer?.told : entry?.told) ?? undefined;
}

function findTold(said: SaidMessage, { atoms, history }: ToldConversation): Told | undefined {
  const [atom] = atoms.atomsOf(said.content);
  return (atom && history.placesOf(atom)[0]?.told) ?? undefined;
}

/** Instructions of which the calls told a piece: the program's own, without what a framework puts before them. */
const findExcerpt = ({ content }: SaidMessage, { words }: ToldConversation): Told | undefined =>
  words.findExcerpt(textOfParts(content.parts));

/** A text that merges what steps thought and said one after the other, in this trace or in what was told of it before. */
function isMerged(part: MessagePart, span: ConversationSpan, { words, index }: ToldConversation): boolean {
  if (part.type !== 'text') return false;
  let known: readonly string[] | undefined;
  const around = (): readonly string[] =>
    (known ??= [...index.forest.ancestorsOf(span)].map(({ record }) => record.spanId));
  return words.isMerged(
    part.content,
    ({ teller, carriers }) =>
      teller.record.traceId === span.record.traceId || around().some((id) => carriers.has(id)),
  );
}
