import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { blobPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** Parts of Haystack's `ChatMessage` beside its `{text}`: one key says what a part is. */
export function readHaystackPart(part: JsonObject): readonly MessagePart[] | undefined {
  if (part['type'] !== undefined) return undefined;
  const { tool_call: call, tool_call_result: result, reasoning, image } = part;
  if (isObject(call) && 'tool_name' in call)
    return [toolCallPart(call['id'], call['tool_name'], call['arguments'])];
  if (isObject(result) && 'origin' in result) return [readResult(result)];
  if (isObject(reasoning) && typeof reasoning['reasoning_text'] === 'string')
    return [{ type: 'reasoning', content: reasoning['reasoning_text'] }];
  if (!isObject(image) || typeof image['base64_image'] !== 'string') return undefined;
  return [blobPart(image['base64_image'], { mimeType: stringOf(image, 'mime_type'), modality: 'image' })];
}

function readResult(result: JsonObject): MessagePart {
  const origin = isObject(result['origin']) ? result['origin'] : {};
  return toolResponsePart({
    id: origin['id'],
    name: origin['tool_name'],
    response: result['result'],
    isError: result['error'] === true,
  });
}
