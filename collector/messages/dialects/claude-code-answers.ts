import { type ConversationSpan, type LogLike, isModelCall, isTool } from '../conversation-span.ts';
import type { SaidMessage } from '../reading.ts';
import { eventOf } from './claude-code-context.ts';

/** What a request answered, by the names of the log records. */
const ANSWERS = new Set(['assistant_response', 'tool_result']);

/** Of a call that a person did not allow there is no result, only that. */
export const isAnswer = (log: LogLike): boolean =>
  ANSWERS.has(eventOf(log)) ||
  (eventOf(log) === 'tool_decision' && log.attributes.string('decision') === 'reject');

const BODY = /^api_(request|response)_body$/;

/**
 * Claude Code's log records of answers name the span of the turn, but the request as well: they are handed to the span of that,
 * which has the tokens. Those of a turn with the bodies of Anthropic's API stay, since they say less.
 */
export function withAnswers(spans: readonly ConversationSpan[]): readonly ConversationSpan[] {
  const requests = requestsOf(spans);
  if (requests.size === 0) return spans;
  const answers = new Map<ConversationSpan, LogLike[]>();
  const kept = spans.map((span) => {
    const logs = span.logs ?? [];
    if (isTool(span) || isModelCall(span) || logs.some((log) => BODY.test(eventOf(log)))) return span;
    const rest = logs.filter((log) => {
      const id = isAnswer(log) ? log.attributes.string('request_id') : undefined;
      const request = id === undefined ? undefined : requests.get(keyOf(span, id));
      if (!request) return true;
      const own = answers.get(request);
      if (own) own.push(log);
      else answers.set(request, [...(request.logs ?? []), log]);
      return false;
    });
    return rest.length === logs.length ? span : { ...span, logs: rest };
  });
  return kept.map((span) => {
    const logs = answers.get(span);
    return logs === undefined ? span : { ...span, logs };
  });
}

const keyOf = ({ record }: ConversationSpan, id: string): string => `${record.traceId}:${id}`;

/** Requests that do not say themselves what was answered, by their ids; null where proxies give several the same. */
function requestsOf(spans: readonly ConversationSpan[]): ReadonlyMap<string, ConversationSpan | null> {
  const requests = new Map<string, ConversationSpan | null>();
  for (const span of spans) {
    const { attributes } = span.record;
    if (!isModelCall(span) || attributes.string('span.type') !== 'llm_request') continue;
    const id = attributes.string('request_id');
    if (id === undefined || attributes.has('response.model_output')) continue;
    const key = keyOf(span, id);
    requests.set(key, requests.has(key) ? null : span);
  }
  return requests;
}

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
