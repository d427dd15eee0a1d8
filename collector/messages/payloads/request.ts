import type { ToolDefinition } from '../../contract/messages.ts';
import { type JsonObject, isObject } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import { isMessage, messageOf, readMessages } from './message.ts';
import { readParts } from './parts.ts';
import { readTools } from './tool-definitions.ts';

export interface RequestContent {
  readonly system: readonly MessageContent[];
  readonly input: readonly MessageContent[];
  readonly tools: readonly ToolDefinition[];
}

/**
 * A model's request, or a state that holds messages: the body of OpenAI's, Anthropic's, Gemini's or Bedrock's API, the
 * AI SDK's prompt, LangChain's run input, a bare list of messages, or the `args` of a traced function that took one of
 * these. Undefined for anything else.
 */
export function readRequest(value: unknown, cache: ReadCache): RequestContent | undefined {
  if (Array.isArray(value)) {
    const isList = value.length > 0 && value.flat().every(isMessage);
    return isList ? { system: [], input: readMessages(value, 'user', cache), tools: [] } : undefined;
  }
  if (!isObject(value)) return undefined;
  if (isMessage(value)) return { system: [], input: readMessages(value, 'user', cache), tools: [] };
  const [first] = Array.isArray(value['args']) ? (value['args'] as readonly unknown[]) : [];
  if (isObject(first) && value['messages'] === undefined) return readRequest(first, cache);
  const config = isObject(value['config']) ? value['config'] : {};
  const input = inputOf(value);
  if (input === undefined) return undefined;
  return {
    system: readSystem(
      value['system'] ?? value['instructions'] ?? systemInstruction(value) ?? systemInstruction(config),
      cache,
    ),
    input: readMessages(input, 'user', cache),
    tools: readTools(value['tools'] ?? config['tools'], cache),
  };
}

/** Instructions as exporters write them: a text, parts, or messages of role system. */
export function readSystem(value: unknown, cache: ReadCache): readonly MessageContent[] {
  if (value === null || value === undefined) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.some((item) => isObject(item) && 'role' in item))
    return readMessages(items, 'system', cache).map(asSystem);
  const parts = readParts(Array.isArray(value) ? items.map(withoutContent) : withoutContent(value), cache);
  return parts.length === 0 ? [] : [messageOf('system', parts)];
}

/** Gemini's instructions are a content, which needs no role there. */
function withoutContent(value: unknown): unknown {
  const parts = isObject(value) ? value['parts'] : undefined;
  return Array.isArray(parts) || isObject(parts) ? parts : value;
}

/** Gemini calls the author of instructions `user`. */
function asSystem(content: MessageContent): MessageContent {
  return content.role === 'system' ? content : { ...content, role: 'system' };
}

function systemInstruction(object: JsonObject): unknown {
  return object['systemInstruction'] ?? object['system_instruction'];
}

function inputOf(value: JsonObject): unknown {
  const { messages, contents, input, prompt, model } = value;
  if (Array.isArray(messages) && messages.flat().every((item) => isMessage(item) || typeof item === 'string'))
    return messages;
  if (isMessage(messages)) return messages;
  if (Array.isArray(contents) || (typeof contents === 'string' && model !== undefined)) return contents;
  if (Array.isArray(input) && input.length > 0 && input.every(isMessage)) return input;
  if (typeof input === 'string' && (model !== undefined || 'instructions' in value)) return input;
  if (Array.isArray(prompt) && prompt.length > 0 && prompt.every(isMessage)) return prompt;
  return typeof prompt === 'string' ? prompt : undefined;
}
