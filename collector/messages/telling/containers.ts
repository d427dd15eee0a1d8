import type { MessagePart } from '../../contract/messages.ts';
import { type ConversationSpan, isAgent } from '../conversation-span.ts';
import { isObject, stringOf } from '../json.ts';
import { type Reading, type SaidMessage, loggedAt, textOfParts } from '../reading.ts';
import type { Atom } from './atoms.ts';
import type { CallTeller } from './calls.ts';
import { type Moment, compareMoments } from './forest.ts';
import { callOf, findAnswered, findKnown } from './known-around.ts';
import { isAroundOneCall } from './numbers.ts';
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

/** Where what only a span around calls holds belongs. */
interface Place {
  readonly at: Moment;
  /** What stands before it in the span's list, where that was said by the end of the span. */
  readonly after: Told | null;
  /** The calls that stand before it there, by their ids. */
  readonly called: Map<string, Atom>;
}

/**
 * A span around calls (an agent, a chain, a node of a graph): what the calls told is not told again, what only it holds is,
 * after what is before it there. Its function's input and output, which are no messages, count only where no call below
 * told that side.
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
  const called = new Map<string, Atom>();
  let after: Told | null = null;
  for (const said of reading.input) {
    if (!said.isRaw || isLone || below?.hasInput === false)
      after = tellRest(span, said, { at: start, after, called }, telling);
  }
  after = null;
  for (const said of reading.output) {
    if (!said.isRaw || isLone || below?.hasLastOutput === false)
      after = tellRest(span, said, { at: whenSaid(said, end), after, called }, telling);
  }
}

/** The end of the span, or before it when a log record says that this was said. */
function whenSaid(said: SaidMessage, end: Moment): Moment {
  const nano = loggedAt(said);
  return nano !== null && nano < end.nano ? { ...end, nano } : end;
}

/** Returns what the next message of the span's list comes after. */
function tellRest(
  span: ConversationSpan,
  said: SaidMessage,
  { at, after, called }: Place,
  telling: ContainerTelling,
): Told | null {
  const { conversation } = telling;
  // A prompt that was rendered before the call was instructed with it.
  const instructions = said.content.role === 'system' ? telling.calls.findInstructions(said) : undefined;
  if (instructions !== undefined) {
    instructions.carriers.add(span.record.spanId);
    return after;
  }
  const all = conversation.atoms.atomsOf(said.content);
  for (const atom of all) if (atom.kind === 'call' && atom.id !== null) called.set(atom.id, atom);
  const known = all.map(
    (atom) => findKnown(atom, span, conversation) ?? findAnswered(atom, span, called, conversation),
  );
  for (const one of known) one?.carriers.add(span.record.spanId);
  const [first] = known;
  if (first !== undefined && known.length === 1 && addAsides(first, said)) conversation.words.note(first);
  const rest = all.filter((_, index) => known[index] === undefined);
  const words = rest.filter(
    (atom) => atom.kind !== 'media' && atom.kind !== 'data' && atom.kind !== 'thought',
  );
  // A picture or a detail that is written differently does not make a known message a new one.
  const fresh = rest.length < all.length ? words : rest;
  const isAbridged = said.direction === 'input' && conversation.index.readingOf(span).isAbridged === true;
  const isSummary = isAbridged && said.content.role === 'assistant';
  const isNew = (part: MessagePart): boolean =>
    !isMerged(part, span, conversation) && !(isAbridged && isAgentsAnswer(part, span, conversation));
  const parts = fresh
    .flatMap((atom) => atom.parts)
    .filter(isNew)
    .flatMap((part) => (isSummary ? withoutThought(part, span, conversation) : part))
    .filter(isNew);
  // The same words may have been said again later.
  const isPast = (one: Told | undefined): boolean =>
    one !== undefined && compareMoments(one.at, conversation.index.forest.endOf(span)) <= 0;
  const before = known.findLast(isPast) ?? after;
  if (parts.length === 0) return before;
  const agentName = conversation.index.forest.agentNameOf(span);
  const whole = all.flatMap((atom) => atom.parts);
  const isWhole = parts.length === whole.length && parts.every((part, index) => part === whole[index]);
  const one = conversation.told.tell(said, {
    teller: span,
    agentName,
    at,
    after: before,
    isRightBehind: true,
    isAnswerOfCall: isAnswerOfCallInside(said, span, telling),
  });
  if (!isWhole) setParts(one, parts);
  for (const atom of fresh) {
    const asked = atom.kind === 'answer' ? callOf(atom, span, conversation) : undefined;
    if (asked?.answer === null) conversation.addAnswer(asked, atom, one);
    else conversation.addLoose(atom, one);
  }
  return one;
}

/** Where a call has two spans, the outer one alone may have recorded the answer: then the call's numbers stand on that. */
function isAnswerOfCallInside(
  said: SaidMessage,
  span: ConversationSpan,
  { conversation: { index }, below }: ContainerTelling,
): boolean {
  return (
    said === index.readingOf(span).output[0] &&
    below.get(span)?.hasLastOutput === false &&
    isAroundOneCall(span, index.forest)
  );
}

function findTold(said: SaidMessage, { atoms, history }: ToldConversation): Told | undefined {
  const [atom] = atoms.atomsOf(said.content);
  return (atom && history.placesOf(atom)[0]?.told) ?? undefined;
}

/** Instructions of which the calls told a piece: the program's own, without what a framework puts before them. */
const findExcerpt = ({ content }: SaidMessage, { words }: ToldConversation): Told | undefined =>
  words.findExcerpt(textOfParts(content.parts));

/** What only a span around calls has of the thoughts behind an answer. To be asked when all spans around calls were told. */
export function tellThoughts(span: ConversationSpan, conversation: ToldConversation): void {
  for (const said of conversation.index.readingOf(span).output) {
    const thoughts = said.content.parts.filter(
      (part) => part.type === 'reasoning' && !isTold(part.content, span, conversation),
    );
    const words = conversation.atoms.atomsOf(said.content).find(({ kind }) => kind === 'text');
    const told = thoughts.length > 0 && words ? findKnown(words, span, conversation) : undefined;
    if (told?.content.parts.some(({ type }) => type === 'reasoning') === false)
      setParts(told, [...thoughts, ...told.content.parts]);
  }
}

/** A summary of a history has thoughts for words, which a span around it tells apart. */
function withoutThought(
  part: MessagePart,
  span: ConversationSpan,
  { index }: ToldConversation,
): readonly MessagePart[] {
  if (part.type !== 'text') return [part];
  for (const ancestor of index.forest.ancestorsOf(span)) {
    const thought = index
      .readingOf(ancestor)
      .output.flatMap(({ content }) => content.parts)
      .find((one) => one.type === 'reasoning' && part.content.startsWith(one.content));
    if (thought?.type !== 'reasoning') continue;
    const content = part.content.slice(thought.content.length);
    return content.trim() === '' ? [thought] : [thought, { ...part, content }];
  }
  return [part];
}

/** A text that merges what steps thought and said one after the other, in this trace or in what was told of it before. */
function isMerged(part: MessagePart, span: ConversationSpan, conversation: ToldConversation): boolean {
  return part.type === 'text' && isTold(part.content, span, conversation);
}

/**
 * A summary of a history has of a sub-agent's answer only the words, which the sub-agent told, or which the span around it has
 * with the rest of the answer, and not the call that they answer.
 */
function isAgentsAnswer(part: MessagePart, span: ConversationSpan, conversation: ToldConversation): boolean {
  if (part.type !== 'tool_call_response' || part.id !== null || typeof part.response !== 'string')
    return false;
  const { index } = conversation;
  const { response } = part;
  const isInAnswer = (around: ConversationSpan): boolean =>
    index.cache.once(index.readingOf(around), wordsOfAnswers).has(response);
  return (
    response.trim() !== '' &&
    (isTold(response, span, conversation) || [...index.forest.ancestorsOf(span)].some(isInAnswer))
  );
}

const wordsOfAnswers = ({ input }: Reading): ReadonlySet<string> =>
  new Set(
    input.flatMap(({ content }) =>
      content.parts.flatMap((part) =>
        part.type === 'tool_call_response' && isObject(part.response)
          ? (stringOf(part.response, 'text') ?? [])
          : [],
      ),
    ),
  );

function isTold(text: string, span: ConversationSpan, { words, index }: ToldConversation): boolean {
  let known: readonly string[] | undefined;
  const around = (): readonly string[] =>
    (known ??= [...index.forest.ancestorsOf(span)].map(({ record }) => record.spanId));
  return words.isMerged(
    text,
    ({ teller, carriers }) =>
      teller.record.traceId === span.record.traceId || around().some((id) => carriers.has(id)),
  );
}
