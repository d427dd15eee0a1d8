import type { ConversationSpan } from '../conversation-span.ts';
import type { Atom } from './atoms.ts';
import { CLOCK_STEP_NANO } from './forest.ts';
import { type CallEntry, type ToolLedger, idOf, isTriedAgain, nameOf } from './ledger.ts';
import { isClassOfTools, isGivenTheSame, mayBeSameCall } from './same-use.ts';

/** A tool's span, and what it says of its use. */
interface Run {
  readonly span: ConversationSpan;
  readonly call: Atom | undefined;
  readonly answer: Atom | undefined;
}

/** The call that a tool's span ran, by what the span knows of it; undefined where nobody told one. */
export function callOfRun(run: Run, ledger: ToolLedger): CallEntry | undefined {
  const { span, call, answer } = run;
  const id = call?.id ?? answer?.id ?? null;
  const name = (call && nameOf(call)) ?? span.span.tool_name;
  return id === null ? callWithoutId(run, name, ledger) : callWithId(run, id, name, ledger);
}

function callWithId(
  { span, call }: Run,
  id: string,
  name: string | null,
  ledger: ToolLedger,
): CallEntry | undefined {
  const { traceId } = span.record;
  const isOpen = (entry: CallEntry): boolean => mayHaveRun(span, entry);
  const mayBe = (entry: CallEntry): boolean => call === undefined || mayBeSameCall(entry.atom, call);
  const mayBeNamed = (entry: CallEntry): boolean => nameOf(entry.atom) === name && mayBe(entry);
  const sameId = ledger.entriesNamed(traceId, id);
  // Where it can be no other call, the clocks of two machines differ.
  const [only] = sameId.length === 1 ? sameId : [];
  if (only?.runner === null) return only;
  const own = ledger.left.withId(id, (entry) => isOpen(entry) && mayBe(entry), traceId);
  if (own !== undefined) return own;
  if (only !== undefined && mayBeNamed(only) && isSameRun(only, span)) return only;
  const same =
    ledger.entryLeftFor(span, id, (entry) => isOpen(entry) && mayBeNamed(entry)) ??
    (call && ledger.left.saying(call.key, isOpen, traceId));
  if (same !== undefined || name === null) return same;
  const nameless = ledger.left.nameless(name, traceId, (entry) => isOpen(entry) && idOf(entry) === null);
  if (nameless !== undefined) return nameless;
  const before = ledger.entryRunBefore(span, id);
  return before !== undefined && mayBeNamed(before) ? before : undefined;
}

function callWithoutId(
  { span, call, answer }: Run,
  name: string | null,
  ledger: ToolLedger,
): CallEntry | undefined {
  const { left } = ledger;
  const { traceId } = span.record;
  const isOpen = (entry: CallEntry): boolean => mayHaveRun(span, entry);
  const said = call && left.saying(call.key, isOpen, traceId);
  if (said !== undefined) return said;
  if (call !== undefined && name !== null && isClassOfTools(name))
    return left.inTrace(traceId, (entry) => isOpen(entry) && isGivenTheSame(entry.atom, call));
  const repeated = call && ledger.entryRepeatedAfter(span, call, answer);
  if (repeated !== undefined || name === null) return repeated;
  const mayBe = (entry: CallEntry): boolean =>
    isOpen(entry) && (call === undefined || mayBeSameCall(entry.atom, call));
  const isAnsweredSo = (entry: CallEntry): boolean =>
    answer !== undefined && entry.answer?.atom?.key === answer.key && mayBe(entry);
  return (
    left.of(name, isAnsweredSo, traceId) ?? left.of(name, mayBe, traceId) ?? left.of(name, isOpen, traceId)
  );
}

/**
 * A history tells a call when it repeats it: the tool ran before that where a person had to allow it first, but not after a
 * history that had the answer, too.
 */
function mayHaveRun({ record }: ConversationSpan, { runner, told, answer }: CallEntry): boolean {
  if (runner !== null) return false;
  if (told.said.direction !== 'input') return told.at.nano < record.endUnixNano + CLOCK_STEP_NANO;
  const answered = answer?.told;
  return answered?.said.direction !== 'input' || answered.at.nano >= record.startUnixNano;
}

/** Whether a span is beside another's run of the call, recorded by a second instrumentation, or tried again what had failed there. */
const isSameRun = ({ runner }: CallEntry, span: ConversationSpan): boolean =>
  runner !== null && (isTriedAgain(runner, span) || runner.record.endUnixNano > span.record.startUnixNano);
