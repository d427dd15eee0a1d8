import { type ConversationSpan, hasFailed } from '../conversation-span.ts';
import type { Atom } from './atoms.ts';
import { CallsLeft } from './calls-left.ts';
import { completeArguments, completeId, setResponse } from './fuller-copies.ts';
import { type HistoryNode, isSaidByMachine } from './history.ts';
import { type Told, replacePart } from './told.ts';
import { withoutWhiteSpace } from '../white-space.ts';

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
  /** That of the spans that ran it which began last. */
  lastRun: ConversationSpan | null;
}

/** Which answer belongs to which call: by id, else by name and order along one history. */
export class ToolLedger {
  readonly #byNode = new Map<HistoryNode, CallEntry>();
  readonly #byTrace = new Map<string, CallEntry[]>();
  readonly #bySpan = new Map<ConversationSpan, CallEntry>();
  readonly #byId = new Map<string, CallEntry[]>();
  readonly #byIdAnywhere = new Map<string, CallEntry[]>();
  /** Those that no span ran yet. */
  readonly left = new CallsLeft<CallEntry>();
  /** Answers whose calls no history holds, by the call's id. */
  readonly #orphans = new Map<string, HistoryNode>();
  /** Also where another trace made the call. */
  readonly #orphansAnywhere = new Map<string, Set<HistoryNode>>();
  /** Those of them that name no call, by what they say. */
  readonly #nameless = new Map<string, Set<HistoryNode>>();
  /** The same by their text without its quotation marks. */
  readonly #unquoted = new Map<string, Set<HistoryNode>>();

  /** To be told of every node that is added. */
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
   * again what had failed.
   */
  ran(entry: CallEntry, span: ConversationSpan): void {
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

  /** Whether a program tried a call again after this run of it had failed. */
  wasRunAgain(span: ConversationSpan): boolean {
    const last = this.#bySpan.get(span)?.lastRun ?? span;
    return last !== span && isTriedAgain(span, last);
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
    const answer =
      takeLater(this.#orphansAnywhere.get(`${idOf(entry)}:${key}`), entry) ??
      takeLater(this.#nameless.get(`${entry.traceId}:${key}`), entry);
    if (answer !== undefined) return this.#adopt(answer, entry);
    if (own?.type !== 'tool_call_response' || this.#unquoted.size === 0) return;
    const text = withoutQuotes(JSON.stringify(own.response));
    const unquoted = takeLater(this.#unquoted.get(`${entry.traceId}:${text}`), entry);
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
    const { traceId, endUnixNano } = record;
    const isLeft = ({ told, answer }: CallEntry): boolean => {
      if (told.teller.record.traceId === traceId) return false;
      if (answer === null || answer.told?.teller.record.traceId === traceId) return true;
      return answer.told?.said.direction === 'input' && answer.told.at.nano >= endUnixNano;
    };
    return this.left.withId(id, (entry) => isLeft(entry) && is(entry));
  }

  /**
   * The call of another trace that a tool's span says without its id: the history that follows the span repeats it, with the
   * answer, since a person had to allow it first.
   */
  entryRepeatedAfter({ record }: ConversationSpan, { key }: Atom): CallEntry | undefined {
    const { traceId, endUnixNano } = record;
    return this.left.saying(key, (entry) => {
      const repeated = entry.answer?.told;
      if (repeated == null || entry.traceId === traceId) return false;
      const isHere = repeated.teller.record.traceId === traceId && repeated.said.direction === 'input';
      return isHere && repeated.at.nano >= endUnixNano;
    });
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
    const orphan = this.#orphans.get(`${traceId}:${atom.id}`);
    if (orphan !== undefined) this.#adopt(orphan, entry);
  }

  /** Gives an orphan to its call; it answers no other. */
  #adopt(orphan: HistoryNode, entry: CallEntry): void {
    const { id, key, parts } = orphan.atom!;
    const traceId = orphan.told?.teller.record.traceId;
    const inTrace = `${traceId}:${id}`;
    const [own] = parts;
    this.#nameless.get(`${traceId}:${key}`)?.delete(orphan);
    if (own?.type === 'tool_call_response' && typeof own.response === 'string')
      this.#unquoted.get(`${traceId}:${withoutQuotes(own.response)}`)?.delete(orphan);
    if (this.#orphans.get(inTrace) === orphan) this.#orphans.delete(inTrace);
    this.#orphansAnywhere.get(`${id}:${key}`)?.delete(orphan);
    entry.answer = orphan;
    completeAnswer(orphan, entry);
  }

  #noteAnswer(node: HistoryNode, atom: Atom): void {
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
    const entry = named ?? unnamed.find((one) => name !== null && nameOf(one.atom) === name) ?? unnamed[0];
    if (entry !== undefined) {
      entry.answer = node;
      completeAnswer(node, entry);
      // The next agent's history may be what tells the result of a hand-off.
      if (node.told?.content.role === 'tool')
        node.told.agentName = entry.told.agentName ?? node.told.agentName;
    } else if (node.told !== null) {
      const { traceId } = node.told.teller.record;
      if (atom.id !== null) {
        this.#orphans.set(`${traceId}:${atom.id}`, node);
        addTo(this.#orphansAnywhere, `${atom.id}:${atom.key}`, node);
      } else {
        addTo(this.#nameless, `${traceId}:${atom.key}`, node);
        const [own] = atom.parts;
        if (own?.type === 'tool_call_response' && typeof own.response === 'string')
          addTo(this.#unquoted, `${traceId}:${withoutQuotes(own.response)}`, node);
      }
    }
  }
}

/** Whether a program ran again what had failed. */
export const isTriedAgain = (failed: ConversationSpan, later: ConversationSpan): boolean =>
  hasFailed(failed) && later.record.startUnixNano >= failed.record.endUnixNano;

/** The first that was told after the call, and forgets those before it, which answer no later call either. */
function takeLater(orphans: Set<HistoryNode> | undefined, { told }: CallEntry): HistoryNode | undefined {
  if (orphans === undefined) return undefined;
  for (const orphan of orphans) {
    orphans.delete(orphan);
    if (orphan.told !== null && orphan.told.at.nano >= told.at.nano) return orphan;
  }
  return undefined;
}

/** LlamaIndex.TS tells its models what tools answered as JSON in lines, with all quotation marks taken out. */
const withoutQuotes = (text: string): string => withoutWhiteSpace(text).replaceAll('"', '');

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

function addTo<T>(map: Map<string, Set<T>>, key: string, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, new Set([item]));
  else items.add(item);
}

export const isToolTurn = ({ atom }: HistoryNode): boolean =>
  atom?.kind === 'call' || atom?.kind === 'answer';

export function nameOf(atom: Atom): string | null {
  const [part] = atom.parts;
  return part?.type === 'tool_call' || part?.type === 'tool_call_response' ? part.name : null;
}

/** The id may have come later than the call, from a fuller copy. */
export function idOf(entry: CallEntry): string | null {
  return entry.node.atom?.id ?? null;
}

/** Of an answer its call's id and name, which most histories leave out there. */
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
