import type { MessagePart } from '../../contract/messages.ts';
import { detailParts, redactedPart, refusalPart } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { blobPart, filePart, mediaPart } from './media.ts';
import { readHostedItem } from './openai-tools.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** Content parts of OpenAI chat completions and of the Responses API. */
export function readOpenAiBlock(block: JsonObject): readonly MessagePart[] | undefined {
  switch (block['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      return readText(block['text']);
    case undefined:
      return isObject(block['text']) ? readText(block['text']) : readOpenAiItem(block);
    case 'refusal':
      return readRefusal(block);
    case 'image_url':
    case 'input_image':
      return readImage(block);
    case 'image':
      // As OpenTelemetry's own instrumentation writes one of the Responses API.
      return 'image_url' in block ? readImage(block) : undefined;
    case 'input_audio':
      return readAudio(block);
    case 'file':
    case 'input_file':
      return readFile(block);
    default:
      return readOpenAiItem(block);
  }
}

/** OpenLLMetry for JavaScript writes it as a part of the conventions, with a `content`. */
function readRefusal(block: JsonObject): readonly MessagePart[] | undefined {
  const words = stringOf(block, 'refusal', 'content');
  return words === undefined ? undefined : [refusalPart(words)];
}

/** The Assistants API, and Azure's agents after it, wrap a text: `{value, annotations}`. */
function readText(text: unknown): readonly MessagePart[] | undefined {
  const content = isObject(text) ? text['value'] : text;
  return typeof content === 'string' ? [{ type: 'text', content }] : undefined;
}

/** Items of the Responses API, also in the camelCase of the Agents SDK; `message` items are messages, not parts. */
export function readOpenAiItem(item: JsonObject): readonly MessagePart[] | undefined {
  const callId = item['call_id'] ?? item['callId'] ?? item['id'];
  switch (item['type']) {
    case 'function_call':
    case 'custom_tool_call':
      return [toolCallPart(callId, item['name'], item['arguments'] ?? item['input'])];
    case 'function_call_output':
    case 'function_call_result':
    case 'custom_tool_call_output':
      return [toolResponsePart({ id: callId, name: item['name'], response: item['output'] })];
    case 'reasoning':
      return readReasoning(item);
    case 'function':
      return readChatCall(item);
    default:
      return readHostedItem(item);
  }
}

/** An entry of a chat message's `tool_calls`. */
export function readChatCall(call: JsonObject): readonly MessagePart[] | undefined {
  const inner = call['function'];
  if (isObject(inner)) return [toolCallPart(call['id'], inner['name'], inner['arguments'])];
  const { custom } = call;
  if (isObject(custom)) return [toolCallPart(call['id'], custom['name'], custom['input'])];
  const name = stringOf(call, 'name', 'toolName', 'tool_name');
  if (name === undefined) return undefined;
  const args = call['arguments'] ?? call['args'] ?? call['input'];
  return [toolCallPart(call['id'] ?? call['toolCallId'] ?? call['tool_call_id'], name, args)];
}

/** A summary stands for the thoughts that came encrypted beside it; without one they are there, but not to be read. */
function readReasoning(item: JsonObject): readonly MessagePart[] | undefined {
  const texts = [item['summary'], item['content']]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((entry) => (isObject(entry) ? (stringOf(entry, 'text') ?? []) : []));
  if (texts.length > 0) return texts.map((content) => ({ type: 'reasoning', content }));
  const text = stringOf(item, 'text', 'reasoning');
  if (text !== undefined) return [{ type: 'reasoning', content: text }];
  if (isEncrypted(item) || (isObject(item['providerData']) && isEncrypted(item['providerData'])))
    return [redactedPart(item)];
  return Array.isArray(item['summary']) ? [] : undefined;
}

const isEncrypted = (item: JsonObject): boolean =>
  stringOf(item, 'encrypted_content', 'encryptedContent') !== undefined;

/** The Agents SDK says `image` and `file` for what the API calls `image_url` and `file_data`, or has an id there. */
function readImage(block: JsonObject): readonly MessagePart[] | undefined {
  const image = block['image_url'] ?? block['image'];
  const hints = { modality: 'image' };
  const part = mediaPart(isObject(image) ? image['url'] : image, hints);
  if (part !== undefined) return [part];
  const id = stringOf(block, 'file_id') ?? (isObject(image) ? stringOf(image, 'id') : undefined);
  return id === undefined ? undefined : [filePart(id, hints)];
}

function readAudio(block: JsonObject): readonly MessagePart[] | undefined {
  const audio = block['input_audio'];
  if (!isObject(audio) || typeof audio['data'] !== 'string') return undefined;
  const format = stringOf(audio, 'format');
  return [blobPart(audio['data'], { mimeType: format && `audio/${format}`, modality: 'audio' })];
}

/**
 * What a model said aloud, which Chat Completions has beside the content: its sound and its words, where those are not among
 * `said`. A history names the sound by its id alone.
 */
export function readSpoken(audio: unknown, said: readonly MessagePart[]): readonly MessagePart[] {
  if (!isObject(audio)) return [];
  const words = stringOf(audio, 'transcript') ?? '';
  const isSaid = words === '' || said.some((part) => part.type === 'text' && part.content === words);
  const data = stringOf(audio, 'data') ?? '';
  const id = stringOf(audio, 'id');
  const hints = { modality: 'audio' };
  return [
    ...(isSaid ? [] : [{ type: 'text' as const, content: words }]),
    ...(data !== ''
      ? [blobPart(data, hints), ...detailParts('media', audio, 'id')]
      : id === undefined
        ? []
        : [filePart(id, hints)]),
  ];
}

function readFile(block: JsonObject): readonly MessagePart[] | undefined {
  const file = isObject(block['file']) ? block['file'] : block;
  const id = stringOf(file, 'file_id') ?? (file === block ? undefined : stringOf(file, 'id'));
  const part =
    id !== undefined && block['modality'] === undefined
      ? filePart(id, {})
      : mediaPart(file['file_data'] ?? file['file_url'] ?? file['file'] ?? file['url']);
  return part && [part, ...detailParts('media', file, 'filename')];
}
