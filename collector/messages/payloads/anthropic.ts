import type { MessagePart } from '../../contract/messages.ts';
import { detailParts, redactedPart } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { blobPart, filePart, uriPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** Content blocks of Anthropic's Messages API. */
export function readAnthropicBlock(block: JsonObject): readonly MessagePart[] | undefined {
  const type = block['type'];
  switch (type) {
    case 'thinking':
      return readThinking(block);
    case 'redacted_thinking':
      return [redactedPart(block)];
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [
        toolCallPart(block['id'], block['name'], block['input']),
        ...detailParts('tool', block, 'server_name'),
      ];
    case 'image':
    case 'document':
      return isObject(block['source']) ? readMedia(block, block['source'], type) : undefined;
    default:
      return isResult(type) ? readResult(block) : undefined;
  }
}

/** `server_tool_result` is LangChain's name for what it has in a form of its own. */
const isResult = (type: unknown): boolean =>
  typeof type === 'string' && type.endsWith('tool_result') && type !== 'server_tool_result';

/** Newer models send thoughts without their words unless asked for them; the signature shows that there were some. */
function readThinking(block: JsonObject): readonly MessagePart[] | undefined {
  const { thinking, signature } = block;
  if (typeof thinking !== 'string') return undefined;
  const isHidden = thinking === '' && typeof signature === 'string' && signature !== '';
  return [isHidden ? redactedPart(block) : { type: 'reasoning', content: thinking }];
}

/** `tool_result` and the answers of Anthropic's own tools (`web_search_tool_result`, `mcp_tool_result`, …). */
function readResult(block: JsonObject): readonly MessagePart[] {
  const content = block['content'];
  const isError =
    block['is_error'] === true || (isObject(content) && String(content['type']).endsWith('_error'));
  return [toolResponsePart({ id: block['tool_use_id'], name: block['name'], response: content, isError })];
}

/** The model reads a document's title and context, too. */
function readMedia(
  block: JsonObject,
  source: JsonObject,
  type: 'image' | 'document',
): readonly MessagePart[] | undefined {
  const parts = readSource(source, type);
  return parts && [...parts, ...detailParts('media', block, 'title', 'context')];
}

function readSource(source: JsonObject, type: 'image' | 'document'): readonly MessagePart[] | undefined {
  const hints = { mimeType: stringOf(source, 'media_type'), modality: type };
  const data = source['data'];
  if (source['type'] === 'text' && typeof data === 'string') return [{ type: 'text', content: data }];
  if (typeof data === 'string') return [blobPart(data, hints)];
  const url = stringOf(source, 'url');
  if (url !== undefined) return [uriPart(url, hints)];
  const id = stringOf(source, 'file_id');
  return id === undefined ? undefined : [filePart(id, hints)];
}
