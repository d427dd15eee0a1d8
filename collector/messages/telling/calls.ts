import type { MessagePart } from '../../contract/messages.ts';
import { type ConversationSpan, isModelCall } from '../conversation-span.ts';
import { type Reading, type SaidMessage, loggedAt, textOfParts } from '../reading.ts';
import { type Answered, AnsweredBefore } from './answered-before.ts';
import { AskedBeside, type Question } from './asked-beside.ts';
import type { Atom } from './atoms.ts';
import { EditedInstructions } from './edited-instructions.ts';
import { HistoryWalk } from './history-walk.ts';
import type { HistoryNode } from './history.ts';
import { type Moment, compareMoments } from './forest.ts';
import { LateLists } from './late-lists.ts';
import { saidByAgent } from './said-by-agent.ts';
import { type Told, addAsides, moveBefore, retell, setParts } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/** A span that tells: mostly a model call; in a trace without any, the innermost span that holds messages. */
export interface Call {
  readonly span: ConversationSpan;
  readonly reading: Reading;
  readonly agentName: string | null;
  /** When its answer was there: its end, or the start of the first tool that ran on it. */
  readonly answeredAt: Moment;
}

interface Followed {
  readonly node: HistoryNode;
  readonly isAllKnown: boolean;
  /** A name for what the call was instructed. */
  readonly instructions: string;
}

/** Tells calls in the order of their start: of each what its history adds to what was told, and its answer. */
export class CallTeller {
  readonly #conversation: ToldConversation;
  readonly #instructions = new Map<string, Told>();
  readonly #answeredBefore: AnsweredBefore;
  readonly #editedInstructions = new EditedInstructions();
  readonly #askedBeside = new AskedBeside();
  readonly #lateLists: LateLists;

  constructor(conversation: ToldConversation) {
    this.#conversation = conversation;
    this.#answeredBefore = new AnsweredBefore(conversation.index.forest);
    this.#lateLists = new LateLists(conversation);
  }

  /** Tells a call; `start` is where its history begins. Returns where the conversation stands after it. */
  tell(call: Call, start: HistoryNode): HistoryNode {
    const { input } = call.reading;
    const end = this.#lateLists.endOfAsked(call.span, call.reading);
    const asked = { ...call, reading: { ...call.reading, input: input.slice(0, end) } };
    const question = this.#questionOf(asked);
    const beside = question && this.#askedBeside.find(question);
    const followed = this.follow(asked, start, asked.reading.input, beside);
    const node = followed.isAllKnown ? this.#repeat(asked, followed, beside) : followed.node;
    if (question !== undefined) this.#askedBeside.add(question, node);
    const last = this.#answer(call, node);
    if (node !== followed.node) this.#goOnFromFirst(followed.node, node, last);
    this.follow(call, last, input.slice(end + 1));
    this.#answeredBefore.add(followed.node, { ...call, instructions: followed.instructions, last });
    return last;
  }

  /** Where a call begins of which the span around it says what it was asked, which may have been asked before, as in `tell`. */
  followAround(call: Call, around: ConversationSpan): HistoryNode {
    const { history, index } = this.#conversation;
    const outer = { ...call, span: around, reading: index.readingOf(around) };
    const followed = this.follow(outer, history.root, outer.reading.input);
    // Calls are remembered by what they were instructed themselves.
    const instructions = this.#nameOf(call.reading);
    return followed.isAllKnown
      ? this.#repeat(outer, { ...followed, instructions }, undefined)
      : followed.node;
  }

  /** Each agent's instructions once, after what was told up to `node`; returns a name for what this call was instructed. */
  tellInstructions({ span, agentName, reading }: Call, node: HistoryNode): string {
    const keys = reading.system.map((said) => {
      const key = this.#conversation.atoms.keyOf(said.content);
      // Whoever is no agent of its own may go on with what one was instructed.
      const known = this.#instructions.get(`${agentName ?? '*'}|${key}`);
      if (known !== undefined) known.carriers.add(span.record.spanId);
      else {
        const told = this.#conversation.told.tell(said, {
          ...this.#whoAsked({ span, agentName }),
          after: node.told,
        });
        this.#instructions.set(`${agentName ?? ''}|${key}`, told);
        if (!this.#instructions.has(`*|${key}`)) this.#instructions.set(`*|${key}`, told);
      }
      return key;
    });
    const name = keys.join();
    const words = (): string => reading.system.map(({ content }) => textOfParts(content.parts)).join('\n');
    this.#editedInstructions.note(name, words);
    return name;
  }

  /** What was told of these instructions for whatever agent. */
  findInstructions(said: SaidMessage): Told | undefined {
    return this.#instructions.get(`*|${this.#conversation.atoms.keyOf(said.content)}`);
  }

  /**
   * Walks a history through what was told, and tells what is new in it, and the call's instructions. These come before a
   * person's new words, but after what models and tools said: the result of a hand-off was there before the next agent.
   * `beside` is where the last message stands that a call beside this one was asked as well.
   */
  follow(call: Call, start: HistoryNode, messages: readonly SaidMessage[], beside?: HistoryNode): Followed {
    const lists = messages.map(({ content }) => this.#conversation.atoms.atomsOf(content));
    const { traceId } = call.span.record;
    const isCut = messages.at(-1)?.isCut === true;
    const options = { start, atoms: lists.flat(), isCut, traceId, beside };
    const walk = new HistoryWalk(this.#conversation, options);
    let isAllKnown = true;
    let instructions: string | undefined;
    const late = new Map<Told, Told>();
    for (const [position, said] of messages.entries()) {
      let fresh: Told | undefined;
      const parts: MessagePart[] = [];
      const atoms = lists[position] ?? [];
      const carried = new Set<Told>();
      for (const atom of atoms) {
        const known = walk.next();
        if (known?.told != null) {
          known.told.carriers.add(call.span.record.spanId);
          this.#conversation.ledger.complete(known, atom);
          // Words beside a call that the span of its tool told alone were said before it ran.
          if (fresh !== undefined && atom.kind === 'call') moveBefore(fresh, known.told);
          moveAnswersBefore(known.told, late);
          if (!carried.has(known.told)) addAsides(known.told, said);
          carried.add(known.told);
          continue;
        }
        const parent = walk.placeOf(atom);
        const spoken = saidByAgent(said, call.span, this.#conversation);
        if (spoken !== undefined) {
          spoken.carriers.add(call.span.record.spanId);
          walk.goOn(this.#conversation.add(parent, atom, spoken));
          continue;
        }
        if (said.content.role === 'user' || parent === this.#conversation.history.root)
          instructions ??= this.tellInstructions(call, parent);
        fresh ??= this.#conversation.told.tell(said, { ...this.#whoAsked(call), after: parent.told });
        const node = this.#conversation.add(parent, atom, fresh);
        // An answer knows its call by now.
        for (const part of (node.atom ?? atom).parts) parts.push(part);
        walk.goOn(node);
        if (atom.kind === 'answer' && parent.atom?.kind === 'call' && parent.told !== null)
          late.set(fresh, parent.told);
      }
      if (fresh === undefined) continue;
      isAllKnown = false;
      const isWhole = parts.length >= atoms.flatMap((atom) => atom.parts).length;
      if (!isWhole) setParts(fresh, parts);
    }
    instructions ??= this.tellInstructions(call, walk.node);
    return { node: walk.node, isAllKnown, instructions };
  }

  /** An answer from the span of its tool, where the next call does not repeat it. */
  tellAnswerOfTool(
    said: SaidMessage,
    tool: ConversationSpan,
    agentName: string | null,
    node: HistoryNode,
  ): HistoryNode {
    const at = this.#conversation.index.forest.endOf(tool);
    const told = this.#conversation.told.tell(said, { teller: tool, agentName, at, after: node.told });
    return this.#conversation.atoms
      .atomsOf(said.content)
      .reduce((last, atom) => this.#conversation.add(last, atom, told), node);
  }

  /**
   * The same words to the same agent, after it had answered them and without that answer in the history: a person (or a
   * program) said them again. A retry, a nested or a parallel call with the same history repeats nothing; of one that was cut
   * off nobody knows. The call beside it may have told them again.
   */
  #repeat(call: Call, { node, instructions }: Followed, beside: HistoryNode | undefined): HistoryNode {
    const { input } = call.reading;
    const asked = input.slice(input.findLastIndex(({ content }) => content.role !== 'user') + 1);
    if (asked.length === 0 || input.at(-1)?.isCut === true) return node;
    const earlier = this.#answeredEarlier(node, { ...call, instructions });
    if (earlier === undefined) return node;
    if (beside !== undefined && beside.order > earlier.last.order) {
      beside.told?.carriers.add(call.span.record.spanId);
      return beside;
    }
    let last = earlier.last;
    for (const said of asked) {
      const told = this.#conversation.told.tell(said, { ...this.#whoAsked(call), after: last.told });
      for (const atom of this.#conversation.atoms.atomsOf(said.content))
        last = this.#conversation.add(last, atom, told);
    }
    return last;
  }

  /** The last call that had answered the same; what a trace is instructed may differ a little from what those before it were. */
  #answeredEarlier(node: HistoryNode, call: Omit<Answered, 'last'>): Answered | undefined {
    const earlier = this.#answeredBefore.find(node, call);
    if (earlier !== undefined) return earlier;
    for (const instructions of this.#editedInstructions.editionsOf(call.instructions)) {
      const other = this.#answeredBefore.find(node, { ...call, instructions });
      if (other !== undefined && other.span.record.traceId !== call.span.record.traceId) return other;
    }
    return undefined;
  }

  #questionOf({ span, reading: { system, input } }: Call): Question | undefined {
    const last = input.at(-1);
    if (last?.content.role !== 'user' || last.isCut === true) return undefined;
    return {
      traceId: span.record.traceId,
      words: this.#conversation.atoms.keyOf(last.content),
      instructions: this.#nameOf({ system }),
      isAlone: input.length === 1,
    };
  }

  /** As `tellInstructions` names them. */
  #nameOf({ system }: Pick<Reading, 'system'>): string {
    return system.map((said) => this.#conversation.atoms.keyOf(said.content)).join();
  }

  /** A later history may hold the words once, with the answer that they got when they were said again. */
  #goOnFromFirst(asked: HistoryNode, again: HistoryNode, last: HistoryNode): void {
    let answer = last;
    while (answer.parent !== null && answer.parent !== again) answer = answer.parent;
    if (answer.parent !== null && answer.atom !== null)
      this.#conversation.history.link(asked, answer.atom, answer);
  }

  #answer(call: Call, node: HistoryNode): HistoryNode {
    const { output } = call.reading;
    // A state, not an answer: it begins with what was asked.
    if (output.some(({ content }) => content.role === 'user'))
      return this.follow(call, this.#conversation.history.root, output).node;
    let last = node;
    let isFirst = true;
    for (const said of output) {
      const atoms = this.#conversation.atoms.atomsOf(said.content);
      const path = this.#toldEarly(last, atoms);
      const [first] = path;
      if (first?.told != null && path.every(({ told }) => told === first.told)) {
        retell(first.told, said, call.span);
        first.told.isAnswerOfCall ||= isFirst;
        last = path.at(-1) ?? last;
      } else {
        const who = {
          teller: call.span,
          agentName: call.agentName,
          at: whenSaid(said, call),
          after: last.told,
        };
        const told = this.#conversation.told.tell(said, { ...who, isAnswerOfCall: isFirst });
        for (const atom of atoms) last = this.#conversation.add(last, atom, told);
      }
      isFirst = false;
    }
    return last;
  }

  /** An answer that a history told before its call: clocks differ. Empty when it is new. */
  #toldEarly(node: HistoryNode, atoms: readonly Atom[]): readonly HistoryNode[] {
    const path: HistoryNode[] = [];
    for (const atom of atoms) {
      const next = this.#conversation.history.next(path.at(-1) ?? node, atom);
      if (next?.told?.said.direction !== 'input') return [];
      path.push(next);
    }
    return path;
  }

  #whoAsked({ span, agentName }: Pick<Call, 'span' | 'agentName'>) {
    const { index } = this.#conversation;
    return { teller: index.askerOf(span), agentName, at: index.askedAt(span) };
  }
}

/** A span that is no call may hold many answers, each with a time of its own. */
function whenSaid(said: SaidMessage, { span, answeredAt }: Call): Moment {
  const nano = isModelCall(span) ? null : loggedAt(said);
  return nano === null ? answeredAt : { ...answeredAt, nano };
}

/** What answered calls, by the answer, stands before what their model went on with, though no span tells that they ran. */
function moveAnswersBefore(next: Told, late: Map<Told, Told>): void {
  for (const [answer, called] of late) if (compareMoments(called.at, next.at) < 0) moveBefore(answer, next);
  late.clear();
}
