import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, stringOf } from '../json.ts';
import { blobPart, uriPart } from './media.ts';

/**
 * Parts that Pydantic AI writes beside those of the OTel conventions: `{type: "image-url", url}` and `{type: "binary",
 * media_type, content}` in instrumentation versions 2 and 3, the same under `kind` and with `binary_content` in version 1.
 */
export function readPydanticPart(block: JsonObject): readonly MessagePart[] | undefined {
  const type = block['type'] ?? block['kind'];
  if (typeof type !== 'string') return undefined;
  const media = /^(image|audio|video|document)-url$/.exec(type)?.[1];
  if (media !== undefined) return [urlPart(block, media)];
  if (type === 'binary') return binaryPart(block);
  if (block['type'] !== undefined) return undefined;
  const text = stringOf(block, 'text', 'content');
  if (type === 'text') return text === undefined ? [] : [{ type: 'text', content: text }];
  if (type === 'thinking') return text === undefined ? [] : [{ type: 'reasoning', content: text }];
  return undefined;
}

/** Without its address where content is not to be recorded. */
function urlPart(block: JsonObject, modality: string): MessagePart {
  const url = stringOf(block, 'url');
  return url === undefined
    ? { type: 'data', name: `${modality}-url`, content: block }
    : uriPart(url, { mimeType: stringOf(block, 'media_type'), modality });
}

function binaryPart(block: JsonObject): readonly MessagePart[] | undefined {
  const content = stringOf(block, 'binary_content', 'content');
  return content === undefined ? undefined : [blobPart(content, { mimeType: stringOf(block, 'media_type') })];
}
