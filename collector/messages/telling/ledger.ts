import { type ConversationSpan, hasFailed } from '../conversation-span.ts';
import { AnswersLeft } from './answers-left.ts';
import type { Atom } from './atoms.ts';
import { CallsLeft } from './calls-left.ts';
import { CLOCK_STEP_NANO } from './forest.ts';
import { completeArguments, completeId, setResponse } from './fuller-copies.ts';
import { type HistoryNode, isSaidByMachine } from './history.ts';
import { type Told, replacePart } from './told.ts';

/** How far back an answer looks for its call. */
const REACH = 512;

/** One call that a model made, its answer, and the tool's span that ran it, as far as they are known. */
export interface CallEntry {
  readonly node: HistoryNode;
  atom: Atom;
  readonly told: Told;
  readonly traceId: string;
  answer: HistoryNode | null;
  /** Set by `ran`. */
  runner: ConversationSpan | null;
  /** The span that began last of those that ran it. */
  lastRun: ConversationSpan | null;
}

/** Which answer belongs to which call: by id, else by name and order along one history. */
export class ToolLedger {
  readonly #byNode = new Map<HistoryNode, CallEntry>();
  readonly #byTrace = new Map<string, CallEntry[]>();
  readonly #bySpan = new Map<ConversationSpan, CallEntry>();
  readonly #byId = new Map<string, CallEntry[]>();
  readonly #byIdAnywhere = new Map<string, CallEntry[]>();
  /** By id the call that ran last, whoever named it. */
  readonly #ranById = new Map<string, CallEntry>();
  /** Calls that no span ran yet. */
  readonly left = new CallsLeft<CallEntry>();
  readonly #answersLeft = new AnswersLeft();

  /** Must be called with every node that is added. */
  note(node: HistoryNode): void {
    if (node.atom?.kind === 'call') this.#noteCall(node, node.atom);
    else if (node.atom?.kind === 'answer') this.#noteAnswer(node, node.atom);
  }

  /** What a history's copy of a call or an answer says beyond the one that was told. */
  complete(node: HistoryNode, copy: Atom): void {
    completeId(node, copy.id);
    const entry = this.#byNode.get(node);
    if (entry === undefined || !completeArguments(node, copy)) return;
    // Its tool's span is to find it by what it says now.
    const isLeft = entry.runner === null;
    if (isLeft) this.left.delete(entry);
    entry.atom = { ...entry.atom, key: copy.key, parts: copy.parts };
    if (isLeft) this.left.add(entry);
  }

  entriesOf(traceId: string): readonly CallEntry[] {
    return this.#byTrace.get(traceId) ?? [];
  }

  /**
   * One of several spans may have run a call, each seeing it from its side: the first counts, or the last where a program tried
   * again what had failed. One that stopped to ask a person (`isWaiting`) leaves it to whichever goes on.
   */
  ran(entry: CallEntry, span: ConversationSpan, isWaiting = false): void {
    if (isWaiting) return void this.#bySpan.set(span, entry);
    const id = idOf(entry);
    if (id !== null) this.#ranById.set(id, entry);
    if (entry.runner === null || isTriedAgain(entry.runner, span)) entry.runner = span;
    // Spans come in the order of their start.
    entry.lastRun = span;
    this.#bySpan.set(span, entry);
    this.left.delete(entry);
  }

  /** The call that a tool's span ran, once it is known. */
  entryOf(span: ConversationSpan): CallEntry | undefined {
    return this.#bySpan.get(span);
  }

  /** Whether a call ran again after this run of it: a program tried again what had failed, or a person allowed or denied it then. */
  wasRunAgain(span: ConversationSpan): boolean {
    const last = this.#bySpan.get(span)?.lastRun ?? span;
    return last !== span && (isTriedAgain(span, last) || last.record.traceId !== span.record.traceId);
  }

  /** The calls of a trace that name this id; most have one. */
  entriesNamed(traceId: string, id: string | null): readonly CallEntry[] {
    return (id === null ? undefined : this.#byId.get(`${traceId}:${id}`)) ?? [];
  }

  /** The calls of any trace that name this id. */
  entriesNamedAnywhere(id: string | null): readonly CallEntry[] {
    return (id === null ? undefined : this.#byIdAnywhere.get(id)) ?? [];
  }

  /** The latest call of a trace that an answer names, for histories that hold the answer alone. */
  callOf(traceId: string, { kind, id }: Atom): CallEntry | undefined {
    return kind === 'answer' ? this.entriesNamed(traceId, id).at(-1) : undefined;
  }

  /**
   * Gives a call that only the span of its tool tells the answer that a later history holds without any call, be it that of
   * another trace which names the call. To be asked in the order of the calls: what was there before one of them answers no
   * later one.
   */
  adoptAnswer(entry: CallEntry, { key, parts: [own] }: Atom): void {
    if (entry.answer !== null) return;
    const call = { id: idOf(entry), traceId: entry.traceId, toldAtNano: entry.told.at.nano };
    const answer = this.#answersLeft.takeSaying(call, key);
    if (answer !== undefined) return this.#adopt(answer, entry);
    if (own?.type !== 'tool_call_response') return;
    const unquoted = this.#answersLeft.takeUnquoted(call, own.response);
    if (unquoted === undefined) return;
    this.#adopt(unquoted, entry);
    setResponse(unquoted, own.response);
  }

  /**
   * The first call of this id that `is` it, that no span ran and no other trace had answered when the tool ended: it ran in a
   * trace of its own, since a person had to allow it first or because all that an agent does is one.
   */
  entryLeftFor(
    { record }: ConversationSpan,
    id: string,
    is: (entry: CallEntry) => boolean,
  ): CallEntry | undefined {
    const { traceId } = record;
    const isLeft = ({ told, answer }: CallEntry): boolean => {
      if (told.teller.record.traceId === traceId) return false;
      if (answer === null || answer.told?.teller.record.traceId === traceId) return true;
      return answer.told?.said.direction === 'input' && hasEndedBy(answer.told, record);
    };
    return this.left.withId(id, (entry) => isLeft(entry) && is(entry));
  }

  /**
   * The call of another trace that a tool's span says without its id: the history that follows the span repeats it, with the
   * answer, since a person had to allow it first. A span of which no arguments are known says the same answer.
   */
  entryRepeatedAfter({ record }: ConversationSpan, call: Atom, answer?: Atom): CallEntry | undefined {
    const { traceId } = record;
    const isRepeated = (entry: CallEntry): boolean => {
      const repeated = entry.answer?.told;
      if (repeated == null || entry.traceId === traceId) return false;
      const isHere = repeated.teller.record.traceId === traceId && repeated.said.direction === 'input';
      return isHere && hasEndedBy(repeated, record);
    };
    const said = this.left.saying(call.key, isRepeated);
    const name = nameOf(call);
    if (said !== undefined || name === null || answer === undefined || !hasNoArguments(call)) return said;
    return this.left.of(name, (entry) => entry.answer?.atom?.key === answer.key && isRepeated(entry));
  }

  /**
   * The call of this id that ran in another trace before, where a later history has the answer of this run: Google's ADK has a
   * tool answer that a person is to confirm its use, and runs it again once they did.
   */
  entryRunBefore({ record }: ConversationSpan, id: string): CallEntry | undefined {
    const entry = this.#ranById.get(id);
    const answered = entry?.answer?.told;
    if (entry === undefined || answered == null || entry.traceId === record.traceId) return undefined;
    const { said, teller } = answered;
    const isLater = said.direction === 'input' && teller.record.traceId !== entry.traceId;
    return isLater && hasEndedBy(answered, record) ? entry : undefined;
  }

  #noteCall(node: HistoryNode, atom: Atom): void {
    if (node.told === null) return;
    const { traceId } = node.told.teller.record;
    const entry: CallEntry = {
      node,
      atom,
      told: node.told,
      traceId,
      answer: null,
      runner: null,
      lastRun: null,
    };
    this.#byNode.set(node, entry);
    push(this.#byTrace, traceId, entry);
    this.left.add(entry);
    if (atom.id === null) return;
    push(this.#byId, `${traceId}:${atom.id}`, entry);
    push(this.#byIdAnywhere, atom.id, entry);
    const answer = this.#answersLeft.named(traceId, atom.id);
    if (answer !== undefined) this.#adopt(answer, entry);
  }

  /** Gives an answer that was left its call. */
  #adopt(answer: HistoryNode, entry: CallEntry): void {
    this.#answersLeft.delete(answer);
    entry.answer = answer;
    completeAnswer(answer, entry);
  }

  #noteAnswer(node: HistoryNode, atom: Atom): void {
    const entry = this.#callBefore(node, atom);
    if (entry !== undefined) {
      entry.answer = node;
      completeAnswer(node, entry);
      // The next agent's history may be what tells the result of a hand-off.
      if (node.told?.content.role === 'tool')
        node.told.agentName = entry.told.agentName ?? node.told.agentName;
    } else if (node.told !== null) this.#answersLeft.add(node, atom, node.told.teller.record.traceId);
  }

  /** The call that waits for this answer in its history: the last that has its id, else by name, else the first. */
  #callBefore(node: HistoryNode, atom: Atom): CallEntry | undefined {
    const open: CallEntry[] = [];
    let before = node.parent;
    for (let steps = 0; before !== null && isSaidByMachine(before) && steps < REACH; steps++) {
      const entry = this.#byNode.get(before);
      if (entry !== undefined && entry.answer === null) open.unshift(entry);
      before = before.parent;
    }
    const named = atom.id === null ? undefined : open.findLast((entry) => idOf(entry) === atom.id);
    const name = nameOf(atom);
    const unnamed = open.filter((entry) => atom.id === null || idOf(entry) === null);
    return named ?? unnamed.find((one) => name !== null && nameOf(one.atom) === name) ?? unnamed[0];
  }
}

/** Whether a run had ended when a history told this. A clock may round the start of its call down to a millisecond. */
const hasEndedBy = ({ at }: Told, { endUnixNano }: ConversationSpan['record']): boolean =>
  at.nano + CLOCK_STEP_NANO > endUnixNano;

/** Whether a program ran again what had failed. */
export const isTriedAgain = (failed: ConversationSpan, later: ConversationSpan): boolean =>
  hasFailed(failed) && later.record.startUnixNano >= failed.record.endUnixNano;

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

export const isToolTurn = ({ atom }: HistoryNode): boolean =>
  atom?.kind === 'call' || atom?.kind === 'answer';

export function nameOf(atom: Atom): string | null {
  const [part] = atom.parts;
  return part?.type === 'tool_call' || part?.type === 'tool_call_response' ? part.name : null;
}

/** Whether nothing is known of what a call was given. */
export function hasNoArguments({ parts: [part] }: Atom): boolean {
  return part?.type === 'tool_call' && (part.arguments === null || part.arguments === '');
}

/** The id may have come later than the call, from a fuller copy. */
export function idOf(entry: CallEntry): string | null {
  return entry.node.atom?.id ?? null;
}

/** Gives an answer the id and the name of its call, which most histories leave out there. */
function completeAnswer(answer: HistoryNode, entry: CallEntry): void {
  completeId(answer, idOf(entry));
  const { atom, told } = answer;
  const name = nameOf(entry.atom);
  const [own] = atom?.parts ?? [];
  if (atom === null || told === null || name === null) return;
  if (own?.type !== 'tool_call_response' || own.name !== null) return;
  const named = { ...own, name };
  replacePart(told, own, named);
  answer.atom = { ...atom, parts: [named] };
}
