import { isModelCall } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readRequest } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayRaw } from './raw.ts';

const REQUEST = 'request_data';
const RESPONSE = 'response_data';

/**
 * Logfire's instrumentations of OpenAI and Anthropic: the body of the request, and of the answer `{message, usage}` or, of a
 * stream, `{combined_chunk_content, chunk_count}`.
 */
export const logfire: Dialect = {
  name: 'logfire',
  speaks: ({ record }) => record.attributes.has(REQUEST) || record.attributes.has(RESPONSE),
  read(span, cache) {
    const { attributes } = span.record;
    const isCall = isModelCall(span);
    const request = readRequest(cache.structured(attributes.get(REQUEST)), cache);
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

function readAnswer(answer: JsonObject, cache: ReadCache): readonly MessageContent[] | undefined {
  const { message } = answer;
  if (isObject(message)) return readMessages({ role: 'assistant', ...message }, 'assistant', cache);
  const text = stringOf(answer, 'combined_chunk_content', 'text');
  if (text !== undefined) return [messageOf('assistant', [{ type: 'text', content: text }])];
  return readResponse(answer, cache);
}
