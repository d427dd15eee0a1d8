import { textOfParts } from '../reading.ts';
import type { Atom } from './atoms.ts';
import { type HistoryNode, WINDOW_PLACES, isDistinct, isDistinctText } from './history.ts';
import { isAtEdge, isKeptOf, isMerged, isWithin, observationBehind } from './reworded-texts.ts';
import type { ToldConversation } from './told-conversation.ts';

/** Where a history has got to. */
export interface Standing {
  readonly conversation: Pick<ToldConversation, 'history' | 'isSaidByTool'>;
  readonly node: HistoryNode;
  /** What the history has so many atoms behind the one that is looked for. */
  readonly ahead: (count: number) => Atom | undefined;
  /** Whether it may go on there. */
  readonly isKnown: (node: HistoryNode) => boolean;
}

/** What says the same in other words, at the same place of what was told. */
export function findReworded(atom: Atom, standing: Standing): HistoryNode | undefined {
  if (atom.role === 'user')
    return atom.kind === 'text' ? findAsked(atom, standing) : findOtherPicture(atom, standing);
  if (atom.role !== 'assistant') return undefined;
  return findFollowing(atom, standing);
}

/**
 * A person's words where an earlier call had them in or around others (what was looked up, a reminder): they have the same
 * answer. Short words with a short answer may be others.
 */
function findAsked(atom: Atom, standing: Standing): HistoryNode | undefined {
  const { conversation, node } = standing;
  const pictures = picturesAhead(standing);
  const next = standing.ahead(pictures + 1);
  if (next?.role !== 'assistant') return undefined;
  const words = textOfParts(atom.parts);
  for (const answer of conversation.history.placesOf(next).slice(-WINDOW_PLACES).toReversed()) {
    const asked = askedBetween(node, answer);
    const last = asked?.findLast(isWords);
    if (asked === undefined || last === undefined || !asked.every(standing.isKnown)) continue;
    const isPictureLost = pictures === 0 && asked.at(-1) !== last;
    if (isRewordingOf(asked.filter(isWords), { words, answer, isPictureLost })) return last;
  }
  return undefined;
}

interface Rewording {
  readonly words: string;
  readonly answer: HistoryNode;
  /** Whether the history has no picture where there was one. */
  readonly isPictureLost: boolean;
}

function isRewordingOf(asked: readonly HistoryNode[], { words, answer, isPictureLost }: Rewording): boolean {
  const texts = asked.map(({ atom }) => textOfParts(atom?.parts ?? []));
  const [only = ''] = texts;
  if (texts.length > 1) return isMerged(words, texts);
  const isDistinctAsked = isDistinctText(only);
  if (isDistinct(answer) || (isDistinctAsked && isDistinctText(words))) return isWithin(words, only);
  const isAnswerThere = answer.told?.said.direction === 'output';
  return isAnswerThere && (isDistinctAsked || isPictureLost) && isAtEdge(words, only);
}

/** What a person said between two nodes; undefined where anything else stands between, or nothing. */
function askedBetween(from: HistoryNode, to: HistoryNode): readonly HistoryNode[] | undefined {
  const asked: HistoryNode[] = [];
  let node = to.parent;
  for (; node !== null && node !== from && asked.length < MOST_ASKED; node = node.parent) {
    if (!isWords(node) && !isPicture(node)) return undefined;
    asked.push(node);
  }
  return node === from && asked.length > 0 ? asked.toReversed() : undefined;
}

/** More messages are hardly written together as one. */
const MOST_ASKED = 16;

const isWords = ({ atom }: HistoryNode): boolean => atom?.kind === 'text' && atom.role === 'user';
const isPicture = ({ atom }: HistoryNode): boolean => atom?.kind === 'media' && atom.role === 'user';

/** How many pictures of a person the history has behind the atom that is looked for. */
function picturesAhead({ ahead }: Standing): number {
  let count = 0;
  for (let atom = ahead(1); count < MOST_ASKED; atom = ahead(count + 1)) {
    if (atom?.kind !== 'media' || atom.role !== 'user') break;
    count++;
  }
  return count;
}

/** A picture that was sent in another way, as its address instead of its bytes: it has the same answer. */
function findOtherPicture(atom: Atom, standing: Standing): HistoryNode | undefined {
  const next = standing.ahead(picturesAhead(standing) + 1);
  if (atom.kind !== 'media' || next?.role !== 'assistant') return undefined;
  const pictures = standing.node.children.slice(-WINDOW_PLACES).filter(isPicture);
  return pictures.find(
    (picture) =>
      standing.isKnown(picture) &&
      mayBeSamePicture(picture.atom, atom) &&
      findFollowing(next, { ...standing, node: picture }) !== undefined,
  );
}

/** Signatures of an address change, what stands before them does not. Other bytes are another picture. */
function mayBeSamePicture(a: Atom | null, b: Atom): boolean {
  const [[one], [other]] = [a?.parts ?? [], b.parts];
  if (one?.type !== 'uri' || other?.type !== 'uri') return one?.type !== other?.type;
  return one.uri.split('?')[0] === other.uri.split('?')[0];
}

const findFollowing = (atom: Atom, standing: Standing): HistoryNode | undefined =>
  findPastPictures(atom, standing) ?? findAnswer(atom, standing);

/** What follows a message whose pictures, or the last of them, a history left out. */
function findPastPictures(atom: Atom, { conversation, node, isKnown }: Standing): HistoryNode | undefined {
  for (const place of withPictures(node)) {
    const found = conversation.history.next(place, atom);
    if (found !== undefined && isKnown(found)) return found;
  }
  return undefined;
}

/** An answer that was written in another way before it came into a history. */
function findAnswer(atom: Atom, { conversation, node, isKnown }: Standing): HistoryNode | undefined {
  if (atom.kind !== 'text') return undefined;
  const words = textOfParts(atom.parts);
  const isReworded = ({ atom: known, told }: HistoryNode): boolean => {
    if (known?.kind !== 'text' || told?.said.direction !== 'output') return false;
    const answer = textOfParts(known.parts);
    const observation = observationBehind(answer, words);
    return (
      isKeptOf(answer, words) ||
      (observation !== undefined && conversation.isSaidByTool(told.teller.record.traceId, observation))
    );
  };
  return withPictures(node)
    .flatMap(({ children }) => children.slice(-WINDOW_PLACES))
    .find((next) => isKnown(next) && isReworded(next));
}

/** A node, and the pictures that a person sent with it. */
function withPictures(node: HistoryNode): readonly HistoryNode[] {
  const places = [node];
  for (const place of places) {
    if (place.atom?.role !== 'user' || places.length >= WINDOW_PLACES) break;
    places.push(...place.children.slice(-WINDOW_PLACES).filter(isPicture));
  }
  return places;
}
