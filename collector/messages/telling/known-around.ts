import type { ConversationSpan } from '../conversation-span.ts';
import type { Atom } from './atoms.ts';
import { type HistoryNode, WINDOW_PLACES } from './history.ts';
import type { CallEntry } from './ledger.ts';
import { mayBeSameAnswer } from './same-use.ts';
import type { Told } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/* What was told already of what only a span around calls seems to hold. */

/** What was told of this: the call or the answer that it names, or the same words. */
export function findKnown(
  atom: Atom,
  span: ConversationSpan,
  conversation: ToldConversation,
): Told | undefined {
  const entry = callOf(atom, span, conversation);
  const named = entry && nodeOf(entry, atom);
  // What answered another call may have been the same.
  if (named === null) return undefined;
  const same = named?.atom?.key === atom.key ? named : placeOf(atom, span, conversation);
  return same?.told ?? named?.told ?? undefined;
}

/**
 * What answered the call of another trace that the span's list repeats: a history may write a failure in another way, and a call
 * inside of the span that repeats the list as well a picture. Else, where neither failed, another answer is that of another call,
 * whose id the program counted anew.
 */
export function findAnswered(
  atom: Atom,
  span: ConversationSpan,
  called: ReadonlyMap<string, Atom>,
  { ledger, index }: ToldConversation,
): Told | undefined {
  const { kind, id } = atom;
  const call = kind === 'answer' && id !== null ? called.get(id) : undefined;
  if (call === undefined || ledger.entriesNamed(span.record.traceId, id).length > 0) return undefined;
  const inside = index.forest.childrenOf(span).slice(0, WINDOW_PLACES);
  const isRepeated = (answer: HistoryNode | null): boolean =>
    inside.some((child) => answer?.told?.carriers.has(child.record.spanId));
  const isAnswered = (entry: CallEntry): boolean =>
    entry.atom.key === call.key && (isRepeated(entry.answer) || isAnswerOrFailure(entry.answer, atom));
  const entries = ledger.entriesNamedAnywhere(id).slice(-WINDOW_PLACES);
  return entries.findLast(isAnswered)?.answer?.told ?? undefined;
}

function isAnswerOrFailure(answer: HistoryNode | null, atom: Atom): boolean {
  if (answer?.atom == null) return false;
  const hasFailed = [...(answer.told?.content.parts ?? []), ...atom.parts].some(
    (part) => part.type === 'tool_call_response' && part.id === atom.id && part.is_error,
  );
  return hasFailed || mayBeSameAnswer(answer.atom, atom);
}

/** Where this was said last, rather by its id or inside of the span: other turns and agents say the same words. */
function placeOf(
  atom: Atom,
  span: ConversationSpan,
  { history, index: { forest } }: ToldConversation,
): HistoryNode | undefined {
  const places = history.placesOf(atom);
  if (places.length < 2) return places[0];
  const isInside = ({ told }: HistoryNode): boolean =>
    told !== null && [...forest.ancestorsOf(told.teller)].includes(span);
  const last = places.slice(-WINDOW_PLACES);
  const isNamed = (place: HistoryNode): boolean => atom.id !== null && place.atom?.id === atom.id;
  return last.findLast(isNamed) ?? last.findLast(isInside) ?? last.at(-1);
}

/** The call of the span's trace that a call or an answer names: rather the one that says the same, or has no answer yet. */
export function callOf(
  atom: Atom,
  { record }: ConversationSpan,
  { ledger }: ToldConversation,
): CallEntry | undefined {
  const named = ledger.entriesNamed(record.traceId, atom.id).slice(0, WINDOW_PLACES);
  const isSame = (entry: CallEntry): boolean => nodeOf(entry, atom)?.atom?.key === atom.key;
  return named.find(isSame) ?? named.find((entry) => nodeOf(entry, atom) === null) ?? named[0];
}

const nodeOf = ({ node, answer }: CallEntry, { kind }: Atom): HistoryNode | null =>
  kind === 'answer' ? answer : node;
