import { textOfParts } from '../reading.ts';
import type { Atom } from './atoms.ts';
import { type History, type HistoryNode, WINDOW_PLACES, isDistinct, isSaidByMachine } from './history.ts';
import { type ToolLedger, isToolTurn } from './ledger.ts';
import { PlacesLeft } from './places-left.ts';
import { type Standing, findReworded } from './reworded.ts';
import { mayBeSameAnswer } from './same-use.ts';
import type { ToldConversation } from './told-conversation.ts';

/** How far back a history is compared with what other calls answered to it. */
const REACH = 64;

export interface WalkOptions {
  /** Where the history begins. */
  readonly start: HistoryNode;
  readonly atoms: readonly Atom[];
  /** Whether the end of the last atom may be missing. */
  readonly isCut: boolean;
  readonly traceId: string;
  /** Where the last message ends, if a call beside this one was asked it as well. */
  readonly beside?: HistoryNode | undefined;
}

type WalkedConversation = Pick<ToldConversation, 'history' | 'ledger' | 'isSaidByTool'>;

/**
 * One history on its way through what was told before it, atom by atom. Only what was there before is known, and once: a
 * history that says the same twice says it twice.
 */
export class HistoryWalk {
  readonly #conversation: WalkedConversation;
  readonly #history: History;
  readonly #ledger: ToolLedger;
  readonly #atoms: readonly Atom[];
  readonly #isCut: boolean;
  readonly #traceId: string;
  readonly #beside: readonly HistoryNode[];
  readonly #placesLeft: PlacesLeft<HistoryNode>;
  readonly #budget: { steps: number };
  #node: HistoryNode;
  /** The last node that was known already; null once a person said something new. */
  #anchor: HistoryNode | null;
  #index = 0;
  /** Ids of the calls that the history holds. */
  #called: ReadonlySet<string | null> | undefined;
  #isMiddle = false;
  /** Where the history left its path for an answer to another call of the same id. */
  #left: { readonly node: HistoryNode; readonly atom: Atom } | undefined;

  constructor(conversation: WalkedConversation, { start, atoms, isCut, traceId, beside }: WalkOptions) {
    this.#conversation = conversation;
    this.#history = conversation.history;
    this.#ledger = conversation.ledger;
    this.#atoms = atoms;
    this.#isCut = isCut;
    this.#traceId = traceId;
    this.#beside = beside === undefined ? [] : nodesOfMessage(beside);
    this.#placesLeft = new PlacesLeft(this.#history.size);
    this.#budget = { steps: WINDOW_PLACES * atoms.length };
    this.#node = this.#anchor = start;
  }

  /** Where the history has got to. */
  get node(): HistoryNode {
    return this.#node;
  }

  /** Goes on to the next atom's node; stays and returns undefined where the atom is new. */
  next(): HistoryNode | undefined {
    const atom = this.#atoms[this.#index];
    const known = atom && (this.#find(atom) ?? this.#jump(atom));
    this.#index++;
    if (known === undefined) return undefined;
    this.#placesLeft.pass(known);
    this.#node = this.#anchor = known;
    this.#isMiddle = true;
    return known;
  }

  /** Where a new atom belongs: here, or, for an answer whose calls the history left out, after those. */
  placeOf(atom: Atom): HistoryNode {
    if (atom.kind !== 'answer') return this.#node;
    const open = this.#openCallOf(atom);
    if (open !== undefined && this.#isOfAnother(this.#history.find(this.#node, atom), atom)) {
      this.#left = { node: this.#node, atom };
      return this.#history.afterCalls(open);
    }
    if (isToolTurn(this.#node)) return this.#node;
    return this.#history.afterCalls(this.#ledger.callOf(this.#traceId, atom)?.node ?? this.#node);
  }

  /** Goes on to the node that a new atom was given. */
  goOn(node: HistoryNode): void {
    if (this.#left !== undefined) this.#history.link(this.#left.node, this.#left.atom, node);
    this.#left = undefined;
    this.#node = node;
    if (node.atom?.role === 'user') this.#anchor = null;
  }

  #find(atom: Atom): HistoryNode | undefined {
    const found = this.#history.find(this.#node, atom);
    if (this.#isOfAnother(found, atom)) return undefined;
    if (this.#isKnown(found)) return found;
    if (this.#anchor === null || this.#anchor === this.#node) return undefined;
    const later = this.#history.find(this.#anchor, atom);
    return this.#isKnown(later) ? later : undefined;
  }

  /** Where a history goes on that left something out, or gathered what several calls said. The next ones go on there, too. */
  #jump(atom: Atom): HistoryNode | undefined {
    const isLost = this.#anchor === null || this.#node === this.#history.root;
    const found =
      (isLost ? this.#findAnswer(atom) : undefined) ??
      this.#findAnswerAlone(atom) ??
      this.#findWhole(atom) ??
      findReworded(atom, this.#standing()) ??
      this.#findBeside(atom) ??
      this.#findAskedBeside() ??
      this.#history.findWindow(this.#atoms, {
        from: this.#index,
        isMiddle: this.#isMiddle || !isLost,
        left: this.#placesLeft,
        budget: this.#budget,
      });
    if (found !== undefined && this.#node !== this.#history.root) this.#history.link(this.#node, atom, found);
    return found;
  }

  #findAnswer(atom: Atom): HistoryNode | undefined {
    const answer = this.#ledger.callOf(this.#traceId, atom)?.answer ?? undefined;
    return this.#isKnown(answer) ? answer : undefined;
  }

  /** The same answer to the same call, where the history leaves out the calls: what goes on with a session writes it so. */
  #findAnswerAlone(atom: Atom): HistoryNode | undefined {
    if (atom.kind !== 'answer' || atom.id === null || this.#openCallOf(atom) !== undefined) return undefined;
    this.#called ??= new Set(this.#atoms.map(({ kind, id }) => (kind === 'call' ? id : null)));
    if (this.#called.has(atom.id)) return undefined;
    return this.#history
      .placesOf(atom)
      .slice(-WINDOW_PLACES)
      .findLast((place) => place.atom?.id === atom.id && this.#isKnown(place));
  }

  /** What begins with the words that a history was cut off in. */
  #findWhole(atom: Atom): HistoryNode | undefined {
    if (!this.#isCut || atom.kind !== 'text' || this.#index < this.#atoms.length - 1) return undefined;
    const words = textOfParts(atom.parts);
    return this.#node.children
      .slice(-WINDOW_PLACES)
      .find(
        (next) =>
          next.atom?.kind === 'text' &&
          next.atom.role === atom.role &&
          this.#isKnown(next) &&
          textOfParts(next.atom.parts).startsWith(words),
      );
  }

  /**
   * What another call answered to the same history: who gathers the answers of parallel calls has them in a row. Short words
   * count only where answers alone stand between: after a tool's answer they may be the next answer.
   */
  #findBeside(atom: Atom): HistoryNode | undefined {
    if (atom.role !== 'assistant' || atom.kind === 'answer') return undefined;
    let hasTools = false;
    let up = this.#node;
    for (let steps = 0; up.parent !== null && isSaidByMachine(up) && steps < REACH; steps++) {
      hasTools ||= isToolTurn(up);
      up = up.parent;
      const found = this.#history.next(up, atom);
      const isAnswer = found?.told?.said.direction === 'output' && found.atom?.id === atom.id;
      if (isAnswer && this.#isKnown(found) && (!hasTools || isDistinct(found))) return found;
    }
    return undefined;
  }

  /** The message that a call beside this one was asked as well, after all that the history holds before it. */
  #findAskedBeside(): HistoryNode | undefined {
    if (this.#index !== this.#atoms.length - this.#beside.length) return undefined;
    const first = this.#beside.at(-1);
    return first !== undefined && first.order > this.#node.order && this.#isKnown(first) ? first : undefined;
  }

  /**
   * Whether an answer belongs to an earlier call of the same id: some programs count their calls anew in each trace, and ask
   * the same again. It says something else then, and the trace's own call has none yet.
   */
  #isOfAnother(found: HistoryNode | undefined, atom: Atom): boolean {
    if (found?.atom == null || atom.kind !== 'answer' || found.atom.key === atom.key) return false;
    return this.#openCallOf(atom) !== undefined && !mayBeSameAnswer(found.atom, atom);
  }

  /** The latest call of the trace that an answer names, where it has none. */
  #openCallOf(atom: Atom): HistoryNode | undefined {
    const entry = this.#ledger.callOf(this.#traceId, atom);
    return entry?.answer === null ? entry.node : undefined;
  }

  #standing(): Standing {
    return {
      conversation: this.#conversation,
      node: this.#node,
      ahead: (count) => this.#atoms[this.#index + count],
      isKnown: (node) => this.#isKnown(node),
    };
  }

  #isKnown(node: HistoryNode | undefined): node is HistoryNode {
    return node !== undefined && this.#placesLeft.has(node);
  }
}

/** All of a message that ends at `last`, which comes first. */
function nodesOfMessage(last: HistoryNode): readonly HistoryNode[] {
  const nodes = [last];
  for (let node = last.parent; node !== null && node.told === last.told; node = node.parent) nodes.push(node);
  return nodes;
}
