import { type ConversationSpan, isAgent, isModelCall, isSilent, isTool } from '../conversation-span.ts';
import type { Reading } from '../reading.ts';
import type { Atom } from './atoms.ts';
import { type Call, CallTeller } from './calls.ts';
import { type Below, tellContainer, tellThoughts } from './containers.ts';
import { tellFailures } from './failures.ts';
import { type Moment, compareMoments } from './forest.ts';
import type { HistoryNode } from './history.ts';
import { tellInterrupts } from './interrupts.ts';
import { RunTeller } from './runs.ts';
import type { SpanIndex } from './span-index.ts';
import type { Told } from './told.ts';
import { ToldConversation } from './told-conversation.ts';
import { tellTools } from './tools.ts';

/*
 * A message is cut into atoms: its words (U of a person, M of a model), each call (C), each answer to one (A). All of them
 * make one tree, in which a model's histories are paths; each node belongs to the message that it was told with.
 *
 *   what four calls recorded     the tree (History)                       the messages (ToldList), by time
 *   1  U1              -> C1     root ─ U1 ┬─ C1 ─ A1 ─ M1 ─ U2 ─ M2      U1, C1, M3, A1, M1, U2, M2
 *   2  U1 C1 A1        -> M1               └─ M3
 *   3  U1 C1 A1 M1 U2  -> M2                                              calls and answers (ToolLedger)
 *   4  U1              -> M3                                              C1: A1, the span of the tool that ran it
 *
 * Each history is walked from the root on (HistoryWalk). An atom that is there makes the span a carrier of its Told; a new one
 * gets a node after the last, and a Told together with the others of its message that are new. Not all histories repeat what
 * was told word for word. Where the next atom is not next in the tree, it may be found elsewhere:
 *
 *   told                   a history            goes on at
 *   U1 C1 A1 M1            U1 M1                M1, since models' and tools' words are left out at times (History.find)
 *   U1 C1 A1               A1 U2                A1, the answer to the same call (#findAnswer)
 *   U1 "Tell me of Oz"     U1 "Tell me o…       U1, in whose words it was cut off (#findWhole)
 *   "Known: … Why?" M1     "Why?" M1            the words around "Why?", which have the same answer (findReworded)
 *   U1 [picture] M1        U1 M1                M1, since pictures are left out, too (findReworded)
 *   U1 "(Well…) 42"        U1 "42" U2           the answer that had more words (findReworded)
 *   U1 M1, U1 M3           U1 M1 M3             M3, which another call answered to U1 (#findBeside)
 *   U1 M1 U2 M2            U2 M2 U3             U2, from where most of it follows (History.findWindow)
 */

/** The span that says what a call inside it was asked. */
interface Around {
  readonly span: ConversationSpan;
  /** Spans nearer to the call say a part of it. */
  readonly isAbridged: boolean;
}

/**
 * Tells one conversation. First the model calls, whose histories say what follows what; then the tools, whose answers may
 * be in those histories; then what only agents and chains hold; failures last.
 */
export class Telling {
  readonly #index: SpanIndex;
  readonly #tellers: readonly ConversationSpan[];
  readonly #conversation: ToldConversation;
  readonly #calls: CallTeller;
  readonly #runs: RunTeller;
  readonly #below = new Map<ConversationSpan, Below>();
  /** Where the conversation stands inside a span whose calls do not repeat their history. */
  readonly #tips = new Map<ConversationSpan, HistoryNode>();
  /** Where it stood after the last call inside a span. */
  readonly #lastInside = new Map<ConversationSpan, HistoryNode>();
  /** Where it stood after a call. */
  readonly #ends = new Map<ConversationSpan, HistoryNode>();

  constructor(index: SpanIndex, tellers: readonly ConversationSpan[]) {
    this.#index = index;
    this.#tellers = tellers;
    this.#conversation = new ToldConversation(index);
    this.#calls = new CallTeller(this.#conversation);
    this.#runs = new RunTeller(this.#conversation);
  }

  tell(): readonly Told[] {
    const conversation = this.#conversation;
    const { spans } = this.#index.forest;
    for (const span of this.#tellers) this.#tellCall(span);
    tellTools(spans.filter(isTool), conversation);
    const tellers = new Set(this.#tellers);
    const around = spans.filter((span) => !isTool(span) && !isSilent(span) && !tellers.has(span));
    for (const span of around) tellContainer(span, { conversation, calls: this.#calls, below: this.#below });
    for (const span of around) tellThoughts(span, conversation);
    const lastOf = (span: ConversationSpan): Told | null => this.#ends.get(span)?.told ?? null;
    tellInterrupts(conversation, lastOf);
    tellFailures(conversation, lastOf);
    return conversation.told.inOrder();
  }

  #tellCall(span: ConversationSpan): void {
    const reading = this.#index.readingOf(span);
    const agentName = this.#index.forest.agentNameOf(span);
    const call: Call = { span, reading, agentName, answeredAt: this.#answeredAt(span, reading) };
    const around = this.#aroundWithInput(span);
    let isAsked = reading.input.length > 0;
    for (const ancestor of this.#index.forest.ancestorsOf(span)) {
      const below = this.#below.get(ancestor) ?? { hasInput: false, hasLastOutput: false };
      below.hasInput ||= isAsked;
      below.hasLastOutput = reading.output.length > 0 || reading.isAnsweredAround === true;
      this.#below.set(ancestor, below);
      // What the call was asked stands there, so the spans beyond need not say it.
      isAsked ||= ancestor === around?.span;
    }
    const answered =
      around === undefined
        ? this.#calls.tell(call, this.#conversation.history.root)
        : this.#tellInside(call, around);
    const end = reading.isAnsweredAround === true ? this.#runs.tell(call, answered) : answered;
    this.#ends.set(span, end);
    for (const ancestor of this.#index.forest.ancestorsOf(span)) this.#lastInside.set(ancestor, end);
  }

  /** A call that recorded none, or not all, of what it was asked: the input is taken from the span around it. */
  #tellInside(call: Call, { span: around, isAbridged }: Around): HistoryNode {
    let tip = this.#tips.get(around) ?? (isAbridged ? this.#lastInside.get(around) : undefined);
    tip ??= this.#calls.followAround(call, around);
    tip = this.#tellAnswersBefore(call, tip);
    tip = this.#calls.tell({ ...call, reading: { ...call.reading, input: [] } }, tip);
    this.#tips.set(around, tip);
    return tip;
  }

  /** What tools answered between two such calls: a later history repeats it there. */
  #tellAnswersBefore({ span }: Call, tip: HistoryNode): HistoryNode {
    let node = tip;
    for (const { id } of openCallsAt(tip)) {
      const runner = this.#index.runnerOf(span, id);
      if (runner === undefined || runner.record.endUnixNano > span.record.startUnixNano) continue;
      const [said] = this.#index.readingOf(runner).output;
      if (said === undefined) continue;
      node = this.#calls.tellAnswerOfTool(said, runner, this.#index.forest.agentNameOf(runner), node);
    }
    return node;
  }

  /** The nearest span around a call whose input is whole, else the nearest with any; undefined where its own will do. */
  #aroundWithInput(span: ConversationSpan): Around | undefined {
    const own = this.#index.readingOf(span);
    if (own.input.length > 0 && own.isAbridged !== true) return undefined;
    let nearest: ConversationSpan | undefined;
    for (const ancestor of this.#index.forest.ancestorsOf(span)) {
      if (isTool(ancestor)) break;
      const reading = this.#index.readingOf(ancestor);
      if (reading.input.length === 0 || reading.isResumed === true) continue;
      const isAbridged = own.isAbridged === true || nearest !== undefined;
      if (reading.isAbridged !== true) return { span: ancestor, isAbridged };
      nearest ??= ancestor;
    }
    return nearest === undefined || own.input.length > 0 ? undefined : { span: nearest, isAbridged: false };
  }

  /** Some spans of calls last until the tools that they called are done; in others an SDK runs them before the answer. */
  #answeredAt(span: ConversationSpan, reading: Reading): Moment {
    const { forest } = this.#index;
    let at = forest.endOf(span);
    const atMost = (other: ConversationSpan | undefined): void => {
      if (other === undefined || other.record.startUnixNano < span.record.startUnixNano) return;
      const start = forest.startOf(other);
      if (compareMoments(start, at) < 0) at = start;
    };
    if (isModelCall(span) && !isLastWord(span, reading))
      for (const child of forest.childrenOf(span)) if (isTool(child) || isAgent(child)) atMost(child);
    let calls = false;
    for (const { content } of reading.output)
      for (const part of content.parts) {
        if (part.type !== 'tool_call') continue;
        calls = true;
        if (part.id !== null) atMost(this.#index.runnerOf(span, part.id));
      }
    const resumed = calls && reading.input.length === 0 ? this.#resumedAround(span) : undefined;
    return resumed === undefined ? at : forest.startOf(resumed);
  }

  /** The run that a person let go on: it begins with the calls that they were asked for, which had been made before. */
  #resumedAround(span: ConversationSpan): ConversationSpan | undefined {
    for (const ancestor of this.#index.forest.ancestorsOf(span)) {
      if (isTool(ancestor)) return undefined;
      if (isAgent(ancestor)) return this.#index.readingOf(ancestor).isResumed === true ? ancestor : undefined;
    }
    return undefined;
  }
}

/** What providers call the end of a turn. */
const ENDS: ReadonlySet<string> = new Set(['stop', 'end_turn']);

/** True of an answer that called nothing and ended the turn. */
function isLastWord({ span }: ConversationSpan, { output }: Reading): boolean {
  if (output.some(({ content }) => content.parts.some((part) => part.type === 'tool_call'))) return false;
  const reasons = [...span.finish_reasons, ...output.map(({ content }) => content.finishReason ?? '')];
  return reasons.some((reason) => ENDS.has(reason.toLowerCase()));
}

/** Where nothing tells what tools answered, the calls of all answers stand in a row. */
const MOST_OPEN = 512;

/** The calls that an answer ended with, in their order. */
function openCallsAt(tip: HistoryNode): readonly Atom[] {
  const calls: Atom[] = [];
  let node: HistoryNode | null = tip;
  for (; node?.atom?.kind === 'call' && calls.length < MOST_OPEN; node = node.parent) calls.push(node.atom);
  return calls.toReversed();
}
