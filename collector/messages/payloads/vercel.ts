import type { MessagePart } from '../../contract/messages.ts';
import { citationsPart, detailParts, redactedPart } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { readSource } from './citations.ts';
import { mediaPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** Message parts of the Vercel AI SDK, versions 4 to 7. */
export function readVercelPart(part: JsonObject): readonly MessagePart[] | undefined {
  switch (part['type']) {
    case 'tool-call':
      return [toolCallPart(part['toolCallId'], part['toolName'], part['input'] ?? part['args'])];
    case 'tool-result':
      return [readResult(part)];
    case 'tool-error':
      return [
        toolResponsePart({
          id: part['toolCallId'],
          name: part['toolName'],
          response: part['error'],
          isError: true,
        }),
      ];
    case 'tool-invocation':
      return isObject(part['toolInvocation']) ? readInvocation(part['toolInvocation']) : undefined;
    case 'step-start':
      return [];
    case 'source':
      return [citationsPart([readSource(part)])];
    case 'redacted-reasoning':
      return [redactedPart(part)];
    case 'reasoning':
      return part['text'] === '' ? readHidden(part) : undefined;
    case 'image':
    case 'file':
      return readFile(part) ?? noneIfEmpty(part);
    case 'custom':
    case 'reasoning-file':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return noneIfEmpty(part);
    default:
      return undefined;
  }
}

/** Version 7's exporter leaves nothing of some parts in a history, of a file that a model made for instance. */
const noneIfEmpty = (part: JsonObject): readonly MessagePart[] | undefined =>
  Object.keys(part).every((key) => key === 'type' || key === 'kind') ? [] : undefined;

/** A call with its answer, once it has one, as a chat's own messages keep them, and Mastra's memory. */
function readInvocation(use: JsonObject): readonly MessagePart[] {
  const { toolCallId: id, toolName: name } = use;
  const call = toolCallPart(id, name, use['args']);
  return use['state'] === 'result' ? [call, toolResponsePart({ id, name, response: use['result'] })] : [call];
}

/** What the provider needs to know its own thoughts again lies beside the text that it keeps to itself. */
function readHidden(part: JsonObject): readonly MessagePart[] {
  const beside = part['providerOptions'] ?? part['providerMetadata'];
  return isObject(beside) && Object.keys(beside).length > 0 ? [redactedPart(part)] : [];
}

/** From version 5 on the output says what it is: `{type: "json" | "text" | "error-text" | "content" | …, value}`. */
function readResult(part: JsonObject): MessagePart {
  const output = part['output'];
  const kind = isObject(output) ? (stringOf(output, 'type') ?? '') : '';
  const isTyped = isObject(output) && kind !== '' && 'value' in output;
  return toolResponsePart({
    id: part['toolCallId'],
    name: part['toolName'],
    response: isTyped ? output['value'] : (output ?? part['result']),
    isError: kind.startsWith('error') || kind === 'execution-denied' || part['isError'] === true,
  });
}

function readFile(part: JsonObject): readonly MessagePart[] | undefined {
  const source = part['image'] ?? part['data'] ?? part['url'];
  const inner = isObject(source) && typeof source['url'] === 'string' ? source['url'] : source;
  const media = mediaPart(inner, {
    mimeType: stringOf(part, 'mediaType', 'mimeType', 'mime_type'),
    modality: part['type'] === 'image' ? 'image' : 'document',
  });
  return media && [media, ...detailParts('media', part, 'filename')];
}
