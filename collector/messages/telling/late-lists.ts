import { type ConversationSpan, isModelCall } from '../conversation-span.ts';
import type { Reading, SaidMessage } from '../reading.ts';
import type { Atom } from './atoms.ts';
import { compareMoments } from './forest.ts';
import type { ToldConversation } from './told-conversation.ts';

/** How many of the places that say the same are looked at: the latest. */
const MOST_PLACES = 1024;

/** Lists of what calls were asked that an SDK wrote down late, when the program had put on them what came since. */
export class LateLists {
  readonly #conversation: ToldConversation;
  /** The last call that answered these words; there when it is first asked for. */
  #lastAnswers: ReadonlyMap<string, ConversationSpan> | undefined;

  constructor(conversation: ToldConversation) {
    this.#conversation = conversation;
  }

  /** Where the call's own answer stands in its input, else the input's end. A copy that another call answered is history. */
  endOfAsked(span: ConversationSpan, { input, output }: Reading): number {
    const [answer, ...others] = output;
    if (answer === undefined || others.length > 0) return input.length;
    const { atoms: reader, history } = this.#conversation;
    const atoms = reader.atomsOf(answer.content);
    const [first] = atoms;
    const isSame = (atom: Atom, index: number): boolean =>
      atom.key === atoms[index]?.key && atom.id === atoms[index].id;
    const end = input.findLastIndex(({ content }) => {
      const own = reader.atomsOf(content);
      return content.role === 'assistant' && own.length === atoms.length && own.every(isSame);
    });
    if (first === undefined || end === -1) return input.length;
    const isLate = this.#isLate(span, input, end);
    const isSure = isLate || atoms.some(({ kind, id }) => kind === 'call' && id !== null);
    // Ids may begin anew: what a person said after the copy was said before this answer.
    const isHistory = !isLate && input.slice(end + 1).some(({ content }) => content.role === 'user');
    if (!isSure || isHistory) return input.length;
    const isOthers = history
      .placesOf(first)
      .slice(-MOST_PLACES)
      .some(({ atom, told }) => told?.said.direction === 'output' && atom?.id === first.id);
    return isOthers ? input.length : end;
  }

  /** Whether a list ends in the copy, or in what a later call answered: a program may put the beginning of an answer at its end. */
  #isLate(span: ConversationSpan, input: readonly SaidMessage[], end: number): boolean {
    const last = input.at(-1);
    if (end === input.length - 1) return true;
    if (last?.content.role !== 'assistant') return false;
    this.#lastAnswers ??= this.#findLastAnswers();
    const { forest } = this.#conversation.index;
    const answering = this.#lastAnswers.get(this.#conversation.atoms.keyOf(last.content));
    return answering !== undefined && compareMoments(forest.startOf(answering), forest.startOf(span)) > 0;
  }

  #findLastAnswers(): ReadonlyMap<string, ConversationSpan> {
    const { index } = this.#conversation;
    return new Map(
      index.forest.spans
        .filter(isModelCall)
        .flatMap((span) =>
          index
            .readingOf(span)
            .output.map((said) => [this.#conversation.atoms.keyOf(said.content), span] as const),
        ),
    );
  }
}
