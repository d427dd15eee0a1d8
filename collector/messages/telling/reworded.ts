import { textOfParts } from '../reading.ts';
import type { Atom } from './atoms.ts';
import { type HistoryNode, WINDOW_PLACES, isDistinct, isDistinctText } from './history.ts';
import { isKeptOf, isWithin, observationBehind } from './reworded-texts.ts';
import type { ToldConversation } from './told-conversation.ts';

/** Where a history has got to. */
export interface Standing {
  readonly conversation: Pick<ToldConversation, 'history' | 'isSaidByTool'>;
  readonly node: HistoryNode;
  /** What the history has behind the atom that is looked for. */
  readonly next: Atom | undefined;
  /** Whether it may go on there. */
  readonly isKnown: (node: HistoryNode) => boolean;
}

/**
 * A person's words where an earlier call had them in or around others (what was looked up, a reminder): they have the same
 * answer. Short words with a short answer may be others.
 */
export function findReworded(atom: Atom, standing: Standing): HistoryNode | undefined {
  const { conversation, node, next, isKnown } = standing;
  if (atom.kind !== 'text') return undefined;
  const words = textOfParts(atom.parts);
  if (atom.role === 'assistant') return findAnswer(words, standing);
  if (atom.role !== 'user' || next?.role !== 'assistant') return undefined;
  const answers = conversation.history.placesOf(next).slice(-WINDOW_PLACES);
  const answer = answers.findLast((place) => {
    const asked = place.parent;
    if (asked?.atom?.kind !== 'text' || asked.atom.role !== 'user' || asked.parent !== node) return false;
    const isSure = isDistinct(place) || (isDistinct(asked) && isDistinctText(words));
    return isSure && isKnown(asked) && isWithin(words, textOfParts(asked.atom.parts));
  });
  return answer?.parent ?? undefined;
}

/** An answer that was written in another way before it came into a history. */
function findAnswer(words: string, { conversation, node, isKnown }: Standing): HistoryNode | undefined {
  return node.children.slice(-WINDOW_PLACES).find((next) => {
    if (next.atom?.kind !== 'text' || next.told?.said.direction !== 'output' || !isKnown(next)) return false;
    const answer = textOfParts(next.atom.parts);
    if (isKeptOf(answer, words)) return true;
    const observation = observationBehind(answer, words);
    return (
      observation !== undefined && conversation.isSaidByTool(next.told.teller.record.traceId, observation)
    );
  });
}
