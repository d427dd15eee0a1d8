import { type ConversationSpan, type LogLike, isModelCall, isTool } from '../conversation-span.ts';
import type { SaidMessage } from '../reading.ts';
import { eventOf, isRefusal, textOf } from './claude-code-context.ts';
import { nameOfLog } from './events.ts';

/** What a request answered, by the names of the log records. */
const ANSWERS = new Set(['assistant_response', 'tool_result']);

const isAnswer = (log: LogLike): boolean => ANSWERS.has(eventOf(log)) || isRefusal(log);

/** What was answered, each call once: what a person decided of one says less than its result. */
export function answersIn(logs: readonly LogLike[]): readonly LogLike[] {
  const idOf = ({ attributes }: LogLike): string | undefined => attributes.string('tool_use_id');
  const answers = logs.filter(isAnswer);
  const told = new Set(answers.filter((log) => !isRefusal(log)).map(idOf));
  return answers.filter((log) => {
    if (!isRefusal(log)) return true;
    const isFirst = !told.has(idOf(log));
    told.add(idOf(log));
    return isFirst;
  });
}

const BODY = /^api_(request|response)_body$/;

/**
 * Claude Code writes its log records of answers for the span of the turn, though they name the request as well: here they are moved
 * to the request's span, which has the tokens. Where that says its words itself, only the records of its calls are moved. A turn
 * that has the bodies of Anthropic's API keeps its records, since these say less than the bodies.
 */
export function withAnswersAtRequests(spans: readonly ConversationSpan[]): readonly ConversationSpan[] {
  const requests = requestsOf(spans);
  if (requests.size === 0) return spans;
  const tools = byId(spans.filter(isTool), 'tool_use_id');
  const handed = new Map<ConversationSpan, LogLike[]>();
  const hand = (span: ConversationSpan, log: LogLike): void => {
    const own = handed.get(span);
    if (own) own.push(log);
    else handed.set(span, [...(span.logs ?? []), log]);
  };
  const kept = spans.map((span) => {
    const logs = span.logs ?? [];
    if (isTool(span) || isModelCall(span) || logs.some((log) => BODY.test(eventOf(log)))) return span;
    const rest = logs.filter((log) => {
      const request = isAnswer(log) ? named(requests, span, log, 'request_id') : undefined;
      if (!request || (eventOf(log) === 'assistant_response' && hasWords(request))) return true;
      const tool = named(tools, span, log, 'tool_use_id');
      hand(request, tool ? whenCalled(log, tool) : log);
      if (tool && isRefusal(log)) hand(tool, log);
      return false;
    });
    return rest.length === logs.length ? span : { ...span, logs: rest };
  });
  return kept.map((span) => {
    const logs = handed.get(span);
    return logs === undefined ? span : { ...span, logs };
  });
}

/**
 * The record of a call is written when it has run, and calls that run at once end in any order. It has the beginnings of long
 * arguments, where the tool's span has more of them.
 */
function whenCalled(log: LogLike, { record: { attributes, startUnixNano } }: ConversationSpan): LogLike {
  const called = { ...log, timeUnixNano: startUnixNano };
  return isRefusal(log) || textOf(attributes, 'tool_input') === undefined
    ? called
    : { ...called, eventName: nameOfLog(log), attributes };
}

/** Spans by their trace and an id that they name; null where several name the same. */
type ById = ReadonlyMap<string, ConversationSpan | null>;

const keyOf = ({ record }: ConversationSpan, id: string): string => `${record.traceId}:${id}`;

function byId(spans: readonly ConversationSpan[], name: string): ById {
  const found = new Map<string, ConversationSpan | null>();
  for (const span of spans) {
    const id = span.record.attributes.string(name);
    if (id === undefined) continue;
    const key = keyOf(span, id);
    found.set(key, found.has(key) ? null : span);
  }
  return found;
}

/** The span with the id that a log record of another one names. */
function named(spans: ById, at: ConversationSpan, log: LogLike, name: string): ConversationSpan | undefined {
  const id = log.attributes.string(name);
  return (id === undefined ? undefined : spans.get(keyOf(at, id))) ?? undefined;
}

/** A proxy may give several requests the same id: those are looked up in vain. */
const requestsOf = (spans: readonly ConversationSpan[]): ById => byId(spans.filter(isRequest), 'request_id');

const isRequest = (span: ConversationSpan): boolean =>
  isModelCall(span) && span.record.attributes.string('span.type') === 'llm_request';

/** A request may say itself what was answered, but never which tools were called. */
const hasWords = ({ record: { attributes } }: ConversationSpan): boolean =>
  textOf(attributes, 'response.model_output') !== undefined;

/** What one request answered is one message: its words, then the calls of tools, whose records are written when these have run. */
export function inOneMessage(said: readonly SaidMessage[]): readonly SaidMessage[] {
  const [first] = said;
  if (first === undefined || said.length === 1) return said;
  const parts = said.flatMap(({ content }) => content.parts);
  // What a person decided of a call stands before its result.
  const calls = new Map(
    parts.flatMap((part) => (part.type === 'tool_call' ? [[part.id, part] as const] : [])),
  );
  const words = parts.filter(({ type }) => type !== 'tool_call');
  return [{ ...first, content: { ...first.content, parts: [...words, ...calls.values()] } }];
}
