import { type ConversationSpan, isModelCall, isSilent, isTool, isAgent } from '../conversation-span.ts';
import type { Reading, SaidMessage } from '../reading.ts';
import type { Forest } from './forest.ts';

type ReadingOf = (span: ConversationSpan) => Reading;

/**
 * The spans that tell, in the order of their start: of each trace its model calls, the innermost where one was recorded
 * twice; where no call holds messages, the innermost spans that do; where those are only functions' input and output, the
 * outermost.
 */
export function chooseTellers(forest: Forest, readingOf: ReadingOf): readonly ConversationSpan[] {
  const byTrace = Map.groupBy(forest.spans, ({ record }) => record.traceId);
  const chosen = new Set([...byTrace.values()].flatMap((spans) => chooseInTrace(spans, forest, readingOf)));
  return forest.spans.filter((span) => chosen.has(span));
}

function chooseInTrace(
  spans: readonly ConversationSpan[],
  forest: Forest,
  readingOf: ReadingOf,
): readonly ConversationSpan[] {
  const calls = spans.filter((span) => isModelCall(span) && sidesOf(readingOf(span)) > 0);
  if (calls.length > 0)
    return onePerResponse(
      innermost(calls, forest, (span) => isTool(span) || isAgent(span)),
      readingOf,
    );
  const others = spans.filter((span) => !isTool(span) && !isSilent(span) && sidesOf(readingOf(span)) > 0);
  const typed = others.filter((span) => messagesOf(readingOf(span)).some(({ isRaw }) => !isRaw));
  if (typed.length > 0) return innermost(typed, forest, () => false);
  const all = new Set(others);
  return others.filter((span) => ![...forest.ancestorsOf(span)].some((ancestor) => all.has(ancestor)));
}

/** Those that have none of `spans` below them. What is beyond `isBorder` is another matter than the span above it. */
function innermost(
  spans: readonly ConversationSpan[],
  forest: Forest,
  isBorder: (span: ConversationSpan) => boolean,
): readonly ConversationSpan[] {
  const outer = new Set<ConversationSpan>();
  for (const span of spans) {
    for (const ancestor of forest.ancestorsOf(span)) {
      if (isBorder(ancestor)) break;
      outer.add(ancestor);
    }
  }
  return spans.filter((span) => !outer.has(span));
}

/** Two instrumentations side by side record the same response: the one that holds more of it tells. */
function onePerResponse(
  calls: readonly ConversationSpan[],
  readingOf: ReadingOf,
): readonly ConversationSpan[] {
  const best = new Map<string, ConversationSpan>();
  const rest: ConversationSpan[] = [];
  for (const span of calls) {
    const id = responseIdOf(span);
    const known = id === undefined ? undefined : best.get(id);
    if (id === undefined) rest.push(span);
    else if (known === undefined || sidesOf(readingOf(span)) > sidesOf(readingOf(known))) best.set(id, span);
  }
  return [...rest, ...best.values()];
}

function responseIdOf({ record: { attributes } }: ConversationSpan): string | undefined {
  return attributes.string('gen_ai.response.id') ?? attributes.string('ai.response.id');
}

function messagesOf({ system, input, output }: Reading): readonly SaidMessage[] {
  return [...system, ...input, ...output];
}

function sidesOf({ system, input, output }: Reading): number {
  return [system, input, output].filter((side) => side.length > 0).length;
}
