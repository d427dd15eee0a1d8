import { type JsonObject, isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type SaidMessage, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { type EventLike, eventsOf } from './events.ts';

const TOOLS = 'gen_ai.request.tools';
const COMPLETION = 'gen_ai.completion';

/**
 * Langtrace: the events that the conventions had, with the tools under a key of its own. Calls without words stand as JSON in
 * the place of these.
 */
export const langtrace: Dialect = {
  name: 'langtrace',
  speaks: ({ record: { attributes } }) => attributes.has('langtrace.sdk.name'),
  read(span, cache) {
    return {
      tools: readTools(cache.structured(span.record.attributes.get(TOOLS) ?? null), cache),
      output: eventsOf(span).flatMap((event) => readCalls(event, cache)),
    };
  },
};

/** Nothing where an answer has only words: these are as everyone's. */
function readCalls(event: EventLike, cache: ReadCache): readonly SaidMessage[] {
  const answers = cache.structured(event.attributes.get(COMPLETION) ?? null);
  if (!Array.isArray(answers)) return [];
  const read = answers.map((answer: unknown) => withCalls(answer, cache) ?? answer);
  if (read.every((answer, at) => answer === answers[at])) return [];
  const { source, timeUnixNano } = event;
  return say(readMessages(read, 'assistant', cache), { direction: 'output', source, timeUnixNano });
}

function withCalls(answer: unknown, cache: ReadCache): JsonObject | undefined {
  if (!isObject(answer) || typeof answer['content'] !== 'string') return undefined;
  const calls = cache.structured(answer['content']);
  const isCalls = Array.isArray(calls) && calls.length > 0 && calls.every(isCall);
  return isCalls ? { ...answer, content: null, tool_calls: calls } : undefined;
}

const isCall = (item: unknown): boolean =>
  isObject(item) &&
  item['type'] === 'function' &&
  typeof item['id'] === 'string' &&
  isObject(item['function']);
