import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { filePart, mediaPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** LangChain's own standard content blocks; most of its blocks are the provider's. */
export function readLangchainBlock(block: JsonObject): readonly MessagePart[] | undefined {
  const type = block['type'];
  switch (type) {
    case 'reasoning':
    case 'thinking': {
      const text = stringOf(block, 'reasoning', 'text');
      return text === undefined ? undefined : [{ type: 'reasoning', content: text }];
    }
    case 'server_tool_call':
      return 'args' in block ? [toolCallPart(block['id'], block['name'], block['args'])] : undefined;
    case 'server_tool_result':
      return [
        toolResponsePart({
          id: block['tool_call_id'],
          response: block['output'],
          isError: block['status'] === 'error',
        }),
      ];
    case 'tool_call':
      return 'args' in block ? [toolCallPart(block['id'], block['name'], block['args'])] : undefined;
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return readMedia(block, type === 'file' ? 'document' : type);
    default:
      return undefined;
  }
}

function readMedia(block: JsonObject, modality: string): readonly MessagePart[] | undefined {
  const mimeType = stringOf(block, 'mime_type', 'mimeType');
  const id = stringOf(block, 'id', 'fileId', 'file_id');
  const part = mediaPart(block['data'] ?? block['base64'] ?? block['url'], { mimeType, modality });
  if (part !== undefined) return [part];
  return block['source_type'] === 'id' && id !== undefined
    ? [filePart(id, { mimeType, modality })]
    : undefined;
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/**
 * A message that LangChain serialized, as a plain one: `{lc, type: "constructor", id: […, "AIMessage"], kwargs}` from
 * `dumps`, `{type: "ai", data}` and `{type: "ai", content}` from `messages_to_dict` and `model_dump`.
 */
export function unwrapLangchain(value: JsonObject): JsonObject | undefined {
  const { id, kwargs, type, data } = value;
  if (Array.isArray(id) && isObject(kwargs)) {
    const role = roleOfClass(String(id.at(-1)), kwargs);
    return role === undefined ? undefined : { ...withoutRawCalls(kwargs), role };
  }
  const role =
    typeof type === 'string' ? ROLES.get(type.replace(/MessageChunk$/, '').toLowerCase()) : undefined;
  if (role === undefined || 'role' in value) return undefined;
  if (isObject(data)) return { ...withoutRawCalls(data), role };
  return 'content' in value ? { ...withoutRawCalls(value), role } : undefined;
}

function roleOfClass(name: string, kwargs: JsonObject): string | undefined {
  const kind = /^(Human|AI|System|Tool|Function|Chat)Message(Chunk)?$/.exec(name)?.[1]?.toLowerCase();
  return kind === 'chat' ? (stringOf(kwargs, 'role') ?? 'user') : kind && ROLES.get(kind);
}

/** `type` would be taken for the provider's, and `id` is the message's, not a tool call's. */
function withoutRawCalls(message: JsonObject): JsonObject {
  const { type: _type, id: _id, additional_kwargs: extra, ...rest } = message;
  const { content } = rest;
  const calls = rest['tool_calls'];
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  const raw = isObject(extra) ? extra['tool_calls'] : undefined;
  const reasoning = isObject(extra) ? stringOf(extra, 'reasoning_content') : undefined;
  const reason = isObject(extra) ? stringOf(extra, 'stop_reason') : undefined;
  return {
    ...rest,
    ...(Array.isArray(content) ? { content: joinDeltas(content) } : {}),
    ...(hasCalls || raw === undefined ? {} : { tool_calls: raw }),
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(reason === undefined ? {} : { stop_reason: reason }),
  };
}

/** What Anthropic streams of a call's input stands in JavaScript's chunks as a block after the call's, of the same index. */
function joinDeltas(blocks: readonly unknown[]): readonly unknown[] {
  const joined: unknown[] = [];
  for (const block of blocks) {
    const isDelta = isObject(block) && block['type'] === 'input_json_delta';
    const at = isDelta ? joined.findLastIndex((one) => isCallOf(one, block['index'])) : -1;
    const call = joined[at];
    if (isDelta && isObject(call))
      joined[at] = { ...call, input: `${stringOf(call, 'input') ?? ''}${stringOf(block, 'input') ?? ''}` };
    else joined.push(block);
  }
  return joined;
}

const isCallOf = (block: unknown, index: unknown): boolean =>
  isObject(block) && block['type'] === 'tool_use' && block['index'] === index;
