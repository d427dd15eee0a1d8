import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type Reading, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

const REQUEST = 'request_data';
const RESPONSE = 'response_data';
/** Templates of spans of OpenAI's Agents SDK. */
const FUNCTION = 'Function: {name}';
const AGENT_RUN = 'Agent run: {name!r}';

/**
 * Logfire's instrumentations of OpenAI and Anthropic: the body of the request, and of the answer `{message, usage}` or, of a
 * stream, `{combined_chunk_content, chunk_count}`. That of OpenAI's Agents SDK: a field of what it traces is an attribute.
 */
export const logfire: Dialect = {
  name: 'logfire',
  speaks: (span) =>
    span.record.attributes.has(REQUEST) ||
    span.record.attributes.has(RESPONSE) ||
    isFunction(span) ||
    templateOf(span) === AGENT_RUN,
  read(span, cache) {
    const { attributes } = span.record;
    if (isFunction(span)) return readFunction(span, cache);
    if (templateOf(span) === AGENT_RUN)
      return { tools: readTools(cache.structured(attributes.get('tools')), cache) };
    const isCall = isModelCall(span);
    const body = cache.structured(attributes.get(REQUEST));
    const generated = readGeneration(body, cache.structured(attributes.get('output')), cache);
    if (generated !== undefined) return generated;
    const request = readRequest(body, cache);
    const answer = cache.structured(attributes.get(RESPONSE));
    const response = isObject(answer) ? readAnswer(answer, cache) : undefined;
    return {
      ...(request === undefined
        ? { system: [], input: sayRaw(attributes, { key: REQUEST, direction: 'input', isCall }, cache) }
        : splitSystem(say([...request.system, ...request.input], { direction: 'input' }))),
      output:
        response === undefined
          ? sayRaw(attributes, { key: RESPONSE, direction: 'output', isCall }, cache)
          : say(response, { direction: 'output' }),
      tools: request?.tools ?? [],
    };
  },
};

const templateOf = ({ record }: ConversationSpan): string =>
  record.attributes.string('logfire.msg_template') ?? record.name;

const isFunction = (span: ConversationSpan): boolean => isTool(span) && templateOf(span) === FUNCTION;

function readFunction(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  return sayToolUse(
    span,
    { args: cache.structured(attributes.get('input')), result: cache.structured(attributes.get('output')) },
    cache,
  );
}

/** A call of OpenAI's Agents SDK: the messages of its request end with those of the answer. */
function readGeneration(body: unknown, output: unknown, cache: ReadCache): Partial<Reading> | undefined {
  const messages = isObject(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages) || !Array.isArray(output)) return undefined;
  const asked = messages.slice(0, Math.max(0, messages.length - output.length));
  return {
    ...splitSystem(say(readMessages(asked, 'user', cache), { direction: 'input' })),
    output: say(readMessages(output, 'assistant', cache), { direction: 'output' }),
  };
}

function readAnswer(answer: JsonObject, cache: ReadCache): readonly MessageContent[] | undefined {
  const { message } = answer;
  if (isObject(message)) return readMessages({ role: 'assistant', ...message }, 'assistant', cache);
  const text = stringOf(answer, 'combined_chunk_content', 'text');
  if (text !== undefined) return [messageOf('assistant', [{ type: 'text', content: text }])];
  return readResponse(answer, cache);
}
