import { responseIdOf } from '../../decode/response-id.ts';
import type { MessagePart } from '../../contract/messages.ts';
import { isCopyWithoutId, likenessOf, type NamedCall } from '../../lib/call-figures.ts';
import { type ConversationSpan, isModelCall, isSilent, isTool, isAgent } from '../conversation-span.ts';
import { type Reading, messagesOf, textOfParts } from '../reading.ts';
import type { Forest } from './forest.ts';
import type { SpanIndex } from './span-index.ts';

/**
 * The spans that tell, in the order of their start: of each trace its model calls, the innermost where one was recorded
 * twice; where no call holds messages, the innermost spans that do, those around a tool too; where those are only
 * functions' input and output, the outermost. A call that recorded nothing of its words, or its answer without the calls in
 * it, is told by the span that was put around it alone and recorded them.
 */
export function chooseTellers(index: SpanIndex): readonly ConversationSpan[] {
  const { spans } = index.forest;
  const byTrace = Map.groupBy(spans, ({ record }) => record.traceId);
  const chosen = new Set([...byTrace.values()].flatMap((ofTrace) => chooseInTrace(ofTrace, index)));
  return spans.filter((span) => chosen.has(span));
}

function chooseInTrace(spans: readonly ConversationSpan[], index: SpanIndex): readonly ConversationSpan[] {
  const { forest } = index;
  const says = (span: ConversationSpan): boolean => sidesOf(index.readingOf(span)) > 0;
  const calls = spans.filter(isModelCall);
  const beside = Map.groupBy(calls, (span) => forest.parentOf(span));
  const pieces = new Set<ConversationSpan>();
  const piecesOf = (span: ConversationSpan): readonly ConversationSpan[] => {
    const streamed = streamedBelow(span, index);
    for (const piece of streamed) pieces.add(piece);
    return streamed;
  };
  const told = calls.flatMap((span) => {
    const own = index.readingOf(span);
    if (own.input.length > 0) return span;
    const around = standIn(span, beside, index);
    if (sidesOf(own) === 0) return around ?? piecesOf(span);
    return around !== undefined && hasCallsBeside(own, index.readingOf(around)) ? around : span;
  });
  const once = withoutToldPieces([...new Set(told)], pieces, index);
  if (once.length > 0) return onePerResponse(innermost(once, forest, isBorder), index);
  const others = spans.filter((span) => !isTool(span) && !isSilent(span) && says(span));
  const typed = others.filter((span) => messagesOf(index.readingOf(span)).some(({ isRaw }) => !isRaw));
  if (typed.length > 0) return innermost(typed, forest, isTool);
  const all = new Set(others);
  return others.filter((span) => ![...forest.ancestorsOf(span)].some((ancestor) => all.has(ancestor)));
}

const isBorder = (span: ConversationSpan): boolean => isTool(span) || isAgent(span);

/** The nearest span around a silent call that holds an answer, unless it is around other calls too. */
function standIn(
  call: ConversationSpan,
  beside: ReadonlyMap<ConversationSpan | undefined, readonly ConversationSpan[]>,
  index: SpanIndex,
): ConversationSpan | undefined {
  let inner = call;
  for (const ancestor of index.forest.ancestorsOf(call)) {
    if (isBorder(ancestor) || isModelCall(ancestor)) return undefined;
    if (beside.get(ancestor)?.some((other) => other !== inner) === true) return undefined;
    if (index.readingOf(ancestor).output.some(({ isRaw }) => !isRaw)) return ancestor;
    inner = ancestor;
  }
  return undefined;
}

/** What a call that was stopped had streamed, where a person is to allow calls in it: no span says what it answered. */
function streamedBelow(call: ConversationSpan, index: SpanIndex): readonly ConversationSpan[] {
  const below = index.forest.childrenOf(call).filter((span) => !isBorder(span) && !isModelCall(span));
  return below.filter((span) => calledBy(span, index).length > 0);
}

/** Of pieces of stopped calls those that nothing else tells: a run that goes on says again what was called. */
function withoutToldPieces(
  spans: readonly ConversationSpan[],
  pieces: ReadonlySet<ConversationSpan>,
  index: SpanIndex,
): readonly ConversationSpan[] {
  if (pieces.size === 0) return spans;
  const whole = spans.filter((span) => !pieces.has(span));
  const called = new Set(whole.flatMap((span) => calledBy(span, index)));
  return spans.filter((span) => {
    if (!pieces.has(span)) return true;
    const own = calledBy(span, index).filter((id) => !called.has(id));
    for (const id of own) called.add(id);
    return own.length > 0;
  });
}

/** The ids of what its answer calls. */
const calledBy = (span: ConversationSpan, index: SpanIndex): readonly string[] =>
  index
    .readingOf(span)
    .output.flatMap(({ content }) =>
      content.parts.flatMap((part) => (part.type === 'tool_call' && part.id !== null ? [part.id] : [])),
    );

/** Whether the one answer of `around` is that of `own` with calls, which `own` left out. */
function hasCallsBeside(own: Reading, around: Reading): boolean {
  const [answer, ...others] = own.output;
  const [whole, ...more] = around.output;
  if (answer === undefined || whole === undefined || others.length + more.length > 0) return false;
  const isCall = ({ type }: MessagePart): boolean => type === 'tool_call';
  const words = textOfParts(answer.content.parts);
  return (
    !answer.content.parts.some(isCall) &&
    whole.content.parts.some(isCall) &&
    words !== '' &&
    words === textOfParts(whole.content.parts)
  );
}

/** The spans that have none of the others below them. What is above a span is looked for up to the first that `isOutside`. */
function innermost(
  spans: readonly ConversationSpan[],
  forest: Forest,
  isOutside: (span: ConversationSpan) => boolean,
): readonly ConversationSpan[] {
  const outer = new Set<ConversationSpan>();
  for (const span of spans) {
    for (const ancestor of forest.ancestorsOf(span)) {
      // Whoever added it has gone on from there: each of a chain would climb through all of it.
      if (isOutside(ancestor) || outer.has(ancestor)) break;
      outer.add(ancestor);
    }
  }
  return spans.filter((span) => !outer.has(span));
}

/** An id of more calls than these is none of an answer's but some proxy's constant, as totals take it (`same-responses.ts`). */
const MOST_RECORDINGS = 16;

/**
 * Two instrumentations side by side record the same response: the one that holds more of it tells. Calls one after the other
 * are two, whatever id a proxy gave them.
 */
function onePerResponse(calls: readonly ConversationSpan[], index: SpanIndex): readonly ConversationSpan[] {
  const byId = Map.groupBy(calls, ({ record }) => responseIdOf(record.attributes));
  const told = [...byId].flatMap(([id, same]) =>
    id === null || same.length > MOST_RECORDINGS ? same : onePerMoment(same, index),
  );
  return byId.has(null) && byId.size > 1 ? withoutCopies(told, index) : told;
}

/** Where a call was recorded twice, with an id and without, drops the recording that holds less of it. */
function withoutCopies(calls: readonly ConversationSpan[], index: SpanIndex): readonly ConversationSpan[] {
  const dropped = new Set<ConversationSpan>();
  for (const [likeness, alike] of Map.groupBy(calls, likenessOfCall)) {
    if (likeness === null || alike.length > MOST_RECORDINGS) continue;
    for (const copy of alike) {
      const call = alike.find((other) => overlaps(copy, other) && isCopyWithoutId(named(copy), named(other)));
      if (call === undefined) continue;
      dropped.add(sidesOf(index.readingOf(copy)) > sidesOf(index.readingOf(call)) ? call : copy);
    }
  }
  return calls.filter((call) => !dropped.has(call));
}

const named = ({ record, span }: ConversationSpan): NamedCall => ({
  name: record.name,
  framework: span.framework,
  responseId: responseIdOf(record.attributes),
});

const likenessOfCall = ({ span }: ConversationSpan): string | null =>
  likenessOf(span.parent_span_id, {
    inputTokens: span.input_tokens,
    outputTokens: span.output_tokens,
    cacheReadTokens: span.cache_read_tokens,
    cacheWriteTokens: span.cache_write_tokens,
    totalCost: span.total_cost,
  });

function onePerMoment(calls: readonly ConversationSpan[], index: SpanIndex): readonly ConversationSpan[] {
  const kept: ConversationSpan[] = [];
  for (const span of calls) {
    const same = kept.findIndex((other) => overlaps(other, span));
    const known = kept[same];
    if (known === undefined) kept.push(span);
    else if (sidesOf(index.readingOf(span)) > sidesOf(index.readingOf(known))) kept[same] = span;
  }
  return kept;
}

function overlaps({ record: a }: ConversationSpan, { record: b }: ConversationSpan): boolean {
  return a.startUnixNano <= b.endUnixNano && b.startUnixNano <= a.endUnixNano;
}

function sidesOf({ system, input, output }: Reading): number {
  return [system, input, output].filter((side) => side.length > 0).length;
}
