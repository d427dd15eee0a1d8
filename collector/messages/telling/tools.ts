import { type ConversationSpan, hasFailed, isAiSpan } from '../conversation-span.ts';
import { readFailure } from '../failure.ts';
import { isInterrupted } from '../interrupt.ts';
import type { SaidMessage } from '../reading.ts';
import type { Atom } from './atoms.ts';
import { callOfRun } from './call-of-run.ts';
import { compareMoments } from './forest.ts';
import { completeId } from './fuller-copies.ts';
import { type CallEntry, hasNoArguments, idOf, nameOf } from './ledger.ts';
import { type Told, retell, setParts } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';
import { answerOfRun } from './tool-runs.ts';

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
export function tellTools(spans: readonly ConversationSpan[], conversation: ToldConversation): void {
  const answers: Answered[] = [];
  for (const span of spans) {
    const reading = conversation.index.readingOf(span);
    const answer = reading.output[0] ?? answerOfRun(span, conversation.index);
    const use = { span, call: reading.input[0], answer };
    const entry =
      outerUse(span, use, conversation) ?? findCall(use, conversation) ?? tellCall(use, conversation);
    if (entry === undefined) continue;
    entry.told.carriers.add(span.record.spanId);
    completeId(entry.node, use.call === undefined ? null : atomOf(use.call, conversation).id);
    conversation.ledger.ran(entry, span, isWaiting(use, conversation));
    answers.push({ entry, use });
  }
  tellAnswers(answers, conversation);
}

/** Whether it stopped to ask a person: Strands throws that in the loop around a tool, whose span says nothing then. */
function isWaiting({ span, answer }: Use, { index: { forest } }: ToldConversation): boolean {
  if (isInterrupted(span)) return true;
  const around = answer === undefined && !hasFailed(span) ? forest.parentOf(span) : undefined;
  return around !== undefined && isInterrupted(around);
}

/** A tool's span inside another of the same name is the same use, seen by client and server or by two instrumentations. */
function outerUse(
  span: ConversationSpan,
  { call }: Use,
  conversation: ToldConversation,
): CallEntry | undefined {
  if (call === undefined) return undefined;
  const atom = atomOf(call, conversation);
  for (const ancestor of conversation.index.forest.ancestorsOf(span)) {
    const entry = conversation.ledger.entryOf(ancestor);
    if (entry === undefined) continue;
    return nameOf(entry.atom) === nameOf(atom) && (entry.atom.key === atom.key || hasNoArguments(atom))
      ? entry
      : undefined;
  }
  return undefined;
}

function findCall({ span, call, answer }: Use, conversation: ToldConversation): CallEntry | undefined {
  const atom = (said: SaidMessage | undefined): Atom | undefined => said && atomOf(said, conversation);
  return callOfRun({ span, call: atom(call), answer: atom(answer) }, conversation.ledger);
}

/** Nobody told the call: the span's own copy does. */
function tellCall({ span, call, answer }: Use, conversation: ToldConversation): CallEntry | undefined {
  if (call === undefined) return undefined;
  const agentName = conversation.index.forest.agentNameOf(span);
  const told = conversation.told.tell(call, {
    teller: span,
    agentName,
    at: conversation.index.forest.startOf(span),
    after: null,
  });
  conversation.add(conversation.history.root, atomOf(call, conversation), told);
  const entry = conversation.ledger.entriesOf(span.record.traceId).at(-1);
  if (entry !== undefined && answer !== undefined)
    conversation.ledger.adoptAnswer(entry, atomOf(answer, conversation));
  return entry;
}

function tellAnswers(answers: readonly Answered[], conversation: ToldConversation): void {
  const order = new Map<CallEntry, number>();
  for (const traceId of new Set(answers.map(({ entry }) => entry.told.teller.record.traceId)))
    for (const [index, entry] of conversation.ledger.entriesOf(traceId).entries()) order.set(entry, index);
  const sorted = answers.toSorted((a, b) => (order.get(a.entry) ?? 0) - (order.get(b.entry) ?? 0));
  const last = new Map<Told, Told>();
  for (const { entry, use } of sorted) {
    const { span, answer } = use;
    if (conversation.ledger.wasRunAgain(span)) continue;
    if (entry.answer !== null) {
      completeId(entry.answer, idOf(entry));
      joinAnswer(entry.answer.told, use, conversation);
      tellInTime(entry, use, conversation);
    } else if (answer !== undefined && !isOnlyFailure(span, answer, conversation)) {
      const after = last.get(entry.told) ?? entry.told;
      const agentName = conversation.index.forest.agentNameOf(span);
      const told = conversation.told.tell(answer, {
        teller: span,
        agentName,
        at: conversation.index.forest.endOf(span),
        after,
      });
      const node = conversation.addAnswer(entry, atomOf(answer, conversation), told);
      const id = idOf(entry);
      if (id === null) completeId(entry.node, node.atom?.id ?? null);
      else if (node.atom?.id !== id) renameAnswer(told, id);
      last.set(entry.told, told);
    }
  }
}

/** The failure ended the run and is told as such; it was no answer to a model. */
function isOnlyFailure(span: ConversationSpan, answer: SaidMessage, conversation: ToldConversation): boolean {
  const [part] = answer.content.parts;
  if (part?.type !== 'tool_call_response' || part.response !== readFailure(span)?.message) return false;
  return !isAnswered(span, conversation);
}

/** The tool's failure was an answer: the agent went on after it, or did not fail around it. */
export function isAnswered(span: ConversationSpan, { index, ledger }: ToldConversation): boolean {
  if (index.wentOn(span)) return true;
  const entry = ledger.entryOf(span);
  // A tool's span around it may be the same use.
  const isAround = (ancestor: ConversationSpan): boolean =>
    isAiSpan(ancestor) && (entry === undefined || ledger.entryOf(ancestor) !== entry);
  const parent = [...index.forest.ancestorsOf(span)].find(isAround);
  return parent !== undefined && !hasFailed(parent);
}

/** The tool's own copy of an answer that a history told. What failed in the span, or inside of it, failed in the answer. */
function joinAnswer(told: Told | null, { span, answer }: Use, { index }: ToldConversation): void {
  if (told === null) return;
  told.carriers.add(span.record.spanId);
  told.agentName = index.forest.agentNameOf(span) ?? told.agentName;
  const failure = readFailure(span);
  if (hasFailed(span) ? index.hasCopiedFailure(span) : !isErrorAnswer(answer)) return;
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

const isErrorAnswer = (answer: SaidMessage | undefined): boolean =>
  answer?.content.parts.some((part) => part.type === 'tool_call_response' && part.is_error) ?? false;

/** A later trace's history may be what told an answer, long after the tool's span gave it: what ended that trace came between. */
function tellInTime(
  { answer: node, told: called }: CallEntry,
  { span, answer }: Use,
  conversation: ToldConversation,
): void {
  const told = node?.told ?? null;
  if (told === null || answer === undefined || told.said.direction === 'output') return;
  if (told.teller.record.traceId === span.record.traceId || told.content.parts.length > 1) return;
  const end = conversation.index.forest.endOf(span);
  const isSame = atomOf(answer, conversation).key === node?.atom?.key;
  if (!isSame || compareMoments(end, told.at) >= 0) return;
  const { parts } = told.content;
  retell(told, answer, span);
  setParts(told, parts);
  told.at = compareMoments(called.at, end) > 0 ? called.at : end;
}

/** Some frameworks give a tool's run an id of their own: the call's counts. */
function renameAnswer(told: Told, id: string): void {
  setParts(
    told,
    told.content.parts.map((part) => (part.type === 'tool_call_response' ? { ...part, id } : part)),
  );
}

const NO_ATOM: Atom = { kind: 'data', role: 'tool', key: -1, id: null, parts: [] };

function atomOf(said: SaidMessage, { atoms }: ToldConversation): Atom {
  return atoms.atomsOf(said.content)[0] ?? NO_ATOM;
}
