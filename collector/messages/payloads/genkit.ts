import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { mediaPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** Parts of Genkit's messages: one key says what a part is. */
export function readGenkitPart(part: JsonObject): readonly MessagePart[] | undefined {
  if (part['type'] !== undefined) return undefined;
  const { toolRequest, toolResponse, media, reasoning } = part;
  if (isObject(toolRequest))
    return [toolCallPart(toolRequest['ref'], toolRequest['name'], toolRequest['input'])];
  if (isObject(toolResponse))
    return [
      toolResponsePart({
        id: toolResponse['ref'],
        name: toolResponse['name'],
        response: toolResponse['output'],
      }),
    ];
  if (isObject(media)) {
    const file = mediaPart(media['url'], { mimeType: stringOf(media, 'contentType') });
    return file && [file];
  }
  if (isAnswerAsData(part)) return [{ type: 'text', content: JSON.stringify(part['data']) }];
  return typeof reasoning === 'string' ? [{ type: 'reasoning', content: reasoning }] : undefined;
}

/** A plugin that was asked for JSON has parsed what its model wrote. */
const isAnswerAsData = (part: JsonObject): boolean =>
  typeof part['data'] === 'object' &&
  part['data'] !== null &&
  Object.keys(part).every((key) => key === 'data' || key === 'metadata');
