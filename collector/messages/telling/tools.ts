import { type ConversationSpan, hasFailed } from '../conversation-span.ts';
import { readFailure } from '../failure.ts';
import type { Reading, SaidMessage } from '../reading.ts';
import type { Atom, AtomReader } from './atoms.ts';
import type { Forest } from './forest.ts';
import type { History } from './history.ts';
import { type CallEntry, type ToolLedger, completeId, idOf, nameOf } from './ledger.ts';
import { type Told, type ToldList, setParts } from './told.ts';

export interface ToolTelling {
  readonly forest: Forest;
  readonly atoms: AtomReader;
  readonly history: History;
  readonly ledger: ToolLedger;
  readonly told: ToldList;
  readonly readingOf: (span: ConversationSpan) => Reading;
  /** True when the agent went on after this tool: its failure is an answer, not an end. */
  readonly wentOn: (span: ConversationSpan) => boolean;
}

interface Use {
  readonly span: ConversationSpan;
  readonly call: SaidMessage | undefined;
  readonly answer: SaidMessage | undefined;
}

interface Answered {
  readonly entry: CallEntry;
  readonly use: Use;
}

/**
 * Tools' spans, in the order of their start: each belongs to a call that a model's messages told, or tells its own. It
 * gives the answer only where no history carried it. Answers of one message's calls come in the order of the calls.
 */
export function tellTools(spans: readonly ConversationSpan[], telling: ToolTelling): void {
  const entries = new Map<ConversationSpan, CallEntry>();
  const answers: Answered[] = [];
  for (const span of spans) {
    const reading = telling.readingOf(span);
    const use = { span, call: reading.input[0], answer: reading.output[0] };
    const outer = outerUse(span, use, entries, telling);
    const entry = outer ?? findEntry(span, use, telling) ?? tellCall(use, telling);
    if (entry === undefined) continue;
    entries.set(span, entry);
    entry.told.carriers.add(span.record.spanId);
    completeId(entry.node, use.call === undefined ? null : atomOf(use.call, telling).id);
    entry.runner ??= span;
    if (entry.answer !== null) joinAnswer(entry.answer.told, span);
    else answers.push({ entry, use });
  }
  tellAnswers(answers, telling);
}

/** A tool's span inside another of the same name is the same use, seen by client and server or by two instrumentations. */
function outerUse(
  span: ConversationSpan,
  { call }: Use,
  entries: ReadonlyMap<ConversationSpan, CallEntry>,
  telling: ToolTelling,
): CallEntry | undefined {
  if (call === undefined) return undefined;
  const atom = atomOf(call, telling);
  for (const ancestor of telling.forest.ancestorsOf(span)) {
    const entry = entries.get(ancestor);
    if (entry === undefined) continue;
    return nameOf(entry.atom) === nameOf(atom) && (entry.atom.key === atom.key || isEmpty(atom))
      ? entry
      : undefined;
  }
  return undefined;
}

function findEntry(
  span: ConversationSpan,
  { call, answer }: Use,
  telling: ToolTelling,
): CallEntry | undefined {
  const atom = call && atomOf(call, telling);
  const id = atom?.id ?? (answer && atomOf(answer, telling).id) ?? null;
  const name = (atom && nameOf(atom)) ?? span.span.tool_name;
  const { traceId, endUnixNano } = span.record;
  const isOpen = (entry: CallEntry): boolean => entry.runner === null && entry.told.at <= endUnixNano;
  const named = telling.ledger.entriesNamed(traceId, id).find(isOpen);
  if (named !== undefined) return named;
  const left = telling.ledger
    .entriesLeftFor(traceId, id)
    .find((entry) => isOpen(entry) && nameOf(entry.atom) === name);
  if (left !== undefined) return left;
  const open = telling.ledger.entriesOf(traceId).filter(isOpen);
  return (
    open.find((entry) => entry.atom.key === atom?.key) ??
    open.find((entry) => nameOf(entry.atom) === name && (id === null || idOf(entry) === null))
  );
}

/** Nobody told the call: the span's own copy does. */
function tellCall({ span, call }: Use, telling: ToolTelling): CallEntry | undefined {
  if (call === undefined) return undefined;
  const agentName = telling.forest.agentNameOf(span);
  const told = telling.told.tell(call, {
    teller: span,
    agentName,
    at: span.record.startUnixNano,
    after: null,
  });
  const node = telling.history.add(telling.history.root, atomOf(call, telling), told);
  telling.ledger.note(node);
  return telling.ledger.entriesOf(span.record.traceId).at(-1);
}

function tellAnswers(answers: readonly Answered[], telling: ToolTelling): void {
  const order = new Map<CallEntry, number>();
  for (const { entry } of answers) {
    const list = telling.ledger.entriesOf(entry.told.teller.record.traceId);
    if (!order.has(entry)) order.set(entry, list.indexOf(entry));
  }
  const sorted = answers.toSorted((a, b) => (order.get(a.entry) ?? 0) - (order.get(b.entry) ?? 0));
  const last = new Map<Told, Told>();
  for (const { entry, use } of sorted) {
    const { span, answer } = use;
    if (entry.answer !== null) joinAnswer(entry.answer.told, span);
    else if (answer !== undefined && !isOnlyFailure(span, answer, telling)) {
      const after = last.get(entry.told) ?? entry.told;
      const agentName = telling.forest.agentNameOf(span);
      const told = telling.told.tell(answer, { teller: span, agentName, at: span.record.endUnixNano, after });
      const node = telling.history.add(entry.node, atomOf(answer, telling), told);
      const id = idOf(entry);
      if (id === null) completeId(entry.node, node.atom?.id ?? null);
      else if (node.atom?.id !== id) renameAnswer(told, id);
      entry.answer = node;
      last.set(entry.told, told);
    }
  }
}

/** The failure ended the run and is told as such; it was no answer to a model. */
function isOnlyFailure(span: ConversationSpan, answer: SaidMessage, telling: ToolTelling): boolean {
  const [part] = answer.content.parts;
  if (part?.type !== 'tool_call_response' || part.response !== readFailure(span)?.message) return false;
  if (telling.wentOn(span)) return false;
  const parent = [...telling.forest.ancestorsOf(span)].find(
    (ancestor) => ancestor.span.span_category !== 'other',
  );
  return parent === undefined || hasFailed(parent);
}

/** The tool's own copy of an answer that a history told. What failed in the span failed in the answer. */
function joinAnswer(told: Told | null, span: ConversationSpan): void {
  if (told === null) return;
  told.carriers.add(span.record.spanId);
  const failure = readFailure(span);
  if (!hasFailed(span)) return;
  setParts(
    told,
    told.content.parts.map((part) => {
      if (part.type !== 'tool_call_response') return part;
      // An exception written out (`Error: no such city`) and its message are the same answer.
      const isWritten =
        failure !== undefined && part.response === `${failure.name ?? 'Error'}: ${failure.message}`;
      return { ...part, response: isWritten ? failure.message : part.response, is_error: true };
    }),
  );
}

/** Some frameworks give a tool's run an id of their own: the call's counts. */
function renameAnswer(told: Told, id: string): void {
  setParts(
    told,
    told.content.parts.map((part) => (part.type === 'tool_call_response' ? { ...part, id } : part)),
  );
}

const NO_ATOM: Atom = { kind: 'data', role: 'tool', key: -1, id: null, parts: [] };

function atomOf(said: SaidMessage, { atoms }: ToolTelling): Atom {
  return atoms.atomsOf(said.content)[0] ?? NO_ATOM;
}

function isEmpty(atom: Atom): boolean {
  const [part] = atom.parts;
  return part?.type === 'tool_call' && (part.arguments === null || part.arguments === '');
}
