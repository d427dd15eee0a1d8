import { gatherCitations } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import { isMessage, messageOf, readMessages } from './message.ts';
import { readParts } from './parts.ts';

/**
 * A model's answer: the body of a provider's API, LangChain's generations, an AI SDK result, messages. One message a
 * choice. Undefined when `value` is none of these.
 */
export function readResponse(value: unknown, cache: ReadCache): readonly MessageContent[] | undefined {
  if (Array.isArray(value)) {
    return value.length > 0 && value.flat().every(isMessage)
      ? readMessages(value, 'assistant', cache)
      : undefined;
  }
  if (!isObject(value)) return undefined;
  const { choices, generations, candidates, output, messages } = value;
  if (Array.isArray(choices)) return choices.flatMap((choice: unknown) => readChoice(choice, cache));
  if (Array.isArray(generations)) return generations.flat().flatMap((one: unknown) => readChoice(one, cache));
  if (Array.isArray(candidates)) return readMessages(candidates, 'assistant', cache);
  if (Array.isArray(output) && output.length > 0 && output.every(isMessage))
    return readTurn(value, output, cache);
  if (Array.isArray(output) && output.length > 0 && output.every(isCommand))
    return output.flatMap(({ update }) => readMessages(update.messages, 'assistant', cache));
  if (isMessage(value)) return readMessages(value, 'assistant', cache);
  if (isObject(value['content']) && 'parts' in value['content'])
    return readMessages(value, 'assistant', cache);
  if (isObject(output) && isMessage(output))
    return withReason(readMessages(output, 'assistant', cache), value);
  if (Array.isArray(messages) && messages.length > 0 && messages.flat().every(isMessage))
    return readMessages(messages, 'assistant', cache);
  return readResult(value, cache);
}

/** What a node of LangGraph answers with to add messages to the graph's state, as each of LangChain's agents in JavaScript. */
function isCommand(value: unknown): value is { readonly update: { readonly messages: readonly unknown[] } } {
  if (!isObject(value) || value['lg_name'] !== 'Command' || !isObject(value['update'])) return false;
  const { messages } = value['update'];
  return Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
}

function readChoice(choice: unknown, cache: ReadCache): readonly MessageContent[] {
  if (!isObject(choice)) return readMessages(choice, 'assistant', cache);
  const info = choice['generationInfo'] ?? choice['generation_info'];
  const reason = isObject(info) ? { ...info, ...choice } : choice;
  const said = choice['message'] ?? choice['delta'] ?? choice['text'];
  return withReason(readMessages(said, 'assistant', cache), reason);
}

/** A turn of the Responses API: its items are one message. */
function readTurn(
  value: JsonObject,
  output: readonly unknown[],
  cache: ReadCache,
): readonly MessageContent[] {
  const contents = readMessages(output, 'assistant', cache);
  const isOneTurn = contents.every((content) => content.role === 'assistant');
  if (!isOneTurn) return contents;
  return withReason(
    [messageOf('assistant', gatherCitations(contents.flatMap((content) => content.parts)))],
    value,
  );
}

/** `{text, toolCalls, reasoning}`: what the AI SDK's functions return, and what frameworks on it record. */
function readResult(value: JsonObject, cache: ReadCache): readonly MessageContent[] | undefined {
  const isResult = typeof value['text'] === 'string' && ('toolCalls' in value || 'files' in value);
  if (!isResult) return undefined;
  const { text, reasoning, reasoningText, toolCalls } = value;
  const thought = stringOf({ reasoning, reasoningText }, 'reasoningText', 'reasoning');
  const parts = [
    ...(thought === undefined ? [] : [{ type: 'reasoning' as const, content: thought }]),
    ...readParts(text, cache),
    ...readMessages({ role: 'assistant', toolCalls }, 'assistant', cache).flatMap((content) => content.parts),
  ];
  return withReason([messageOf('assistant', parts)], value);
}

function withReason(contents: readonly MessageContent[], value: JsonObject): readonly MessageContent[] {
  const reason = stringOf(value, 'finish_reason', 'finishReason', 'stop_reason', 'stopReason');
  if (reason === undefined) return contents;
  return contents.map((content) =>
    content.finishReason === null ? { ...content, finishReason: reason } : content,
  );
}
