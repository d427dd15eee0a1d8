import type { MessagePart } from '../../contract/messages.ts';
import { asThought } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import { messageOf, splitAnswers } from './message.ts';
import { finishPart, readParts } from './parts.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/**
 * The messages inside what AutoGen's agents send each other (`GroupChatStart`, `GroupChatAgentResponse`, …): whatever holds
 * a `source` and a `content`, in the order of the envelope. An envelope that holds none is data.
 */
export function readAutogenMessages(value: unknown, cache: ReadCache): readonly MessageContent[] {
  const found = collect(value, cache, 0);
  if (found.length > 0 || !isObject(value) || Object.keys(value).length === 0) return found;
  return [messageOf('user', [{ type: 'data', name: stringOf(value, 'type') ?? null, content: value }])];
}

const MAX_DEPTH = 4;

function collect(value: unknown, cache: ReadCache, depth: number): readonly MessageContent[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => collect(item, cache, depth + 1));
  if (!isObject(value)) return [];
  if (typeof value['source'] === 'string' && 'content' in value) return readMessage(value, cache);
  return Object.values(value).flatMap((item) => collect(item, cache, depth + 1));
}

function readMessage(message: JsonObject, cache: ReadCache): readonly MessageContent[] {
  const source = String(message['source']);
  const { content } = message;
  const parts = Array.isArray(content)
    ? content.flatMap((item: unknown) => readItem(item, cache))
    : readParts(content, cache);
  if (parts.length === 0) return [];
  const isThought = message['type'] === 'ThoughtEvent';
  const said = isThought ? parts.map(asThought) : parts;
  const isAnswer = parts.every((part) => part.type === 'tool_call_response');
  const role = source === 'user' || source === 'system' ? source : isAnswer ? 'tool' : 'assistant';
  return splitAnswers({ role, name: source, parts: said, finishReason: null }, cache);
}

/** `FunctionCall`, `FunctionExecutionResult`, or a part of a multi-modal message. */
function readItem(item: unknown, cache: ReadCache): readonly MessagePart[] {
  if (!isObject(item)) return readParts(item, cache);
  if ('call_id' in item)
    return [
      finishPart(
        toolResponsePart({
          id: item['call_id'],
          name: item['name'],
          response: item['content'],
          isError: item['is_error'] === true,
        }),
        cache,
      ),
    ];
  if ('arguments' in item && 'name' in item)
    return [finishPart(toolCallPart(item['id'], item['name'], item['arguments']), cache)];
  return readParts(item, cache);
}
