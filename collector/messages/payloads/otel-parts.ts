import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { type MediaHints, blobPart, filePart, uriPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** Message parts of the OpenTelemetry GenAI semantic conventions (gen-ai-input-messages.json and its siblings). */
export function readOtelPart(block: JsonObject): MessagePart | undefined {
  const hints = { mimeType: stringOf(block, 'mime_type', 'mimeType'), modality: stringOf(block, 'modality') };
  switch (block['type']) {
    case 'text':
      return typeof block['content'] === 'string' ? { type: 'text', content: block['content'] } : undefined;
    case 'reasoning':
    case 'thinking':
      return typeof block['content'] === 'string'
        ? { type: 'reasoning', content: block['content'] }
        : undefined;
    case 'tool_call':
      return 'arguments' in block || !('args' in block)
        ? toolCallPart(block['id'], block['name'], block['arguments'])
        : undefined;
    case 'tool_call_response':
      return readResponse(block);
    case 'server_tool_call':
      return 'server_tool_call' in block
        ? toolCallPart(block['id'], block['name'], argumentsOf(block['server_tool_call']))
        : undefined;
    case 'server_tool_call_response':
      return toolResponsePart({
        id: block['id'],
        name: block['name'],
        response: responseOf(block['server_tool_call_response']),
      });
    case 'blob':
      return readBlob(block['content'] ?? block['data'], hints);
    case 'uri':
    // OpenTelemetry's own utilities for Google's SDKs have these names for a file's address and for bytes.
    case 'file_data':
      return typeof block['uri'] === 'string' ? uriPart(block['uri'], hints) : undefined;
    case 'file':
      return typeof block['file_id'] === 'string' ? filePart(block['file_id'], hints) : undefined;
    default:
      return undefined;
  }
}

const readBlob = (content: unknown, hints: MediaHints): MessagePart | undefined =>
  typeof content === 'string' ? blobPart(content, hints) : undefined;

/** A tool of the provider's: `{type, arguments}`, or its arguments beside `type`. */
function argumentsOf(call: unknown): unknown {
  if (!isObject(call)) return call;
  const { type: _type, ...rest } = call;
  return 'arguments' in call ? call['arguments'] : rest;
}

const responseOf = (answer: unknown): unknown =>
  isObject(answer) && 'response' in answer ? answer['response'] : answer;

function readResponse(block: JsonObject): MessagePart {
  const response = block['response'] ?? block['result'] ?? block['content'] ?? block['output'];
  const isError =
    block['is_error'] === true ||
    block['isError'] === true ||
    block['status'] === 'error' ||
    isDenied(response) ||
    isRefusedCall(response);
  return toolResponsePart({ id: block['id'], name: block['name'], response: blocksOf(response), isError });
}

/** AI SDK 7 takes answers out of what says their kind, but for those that are blocks: `{type: "content", value: […]}`. */
const blocksOf = (response: unknown): unknown =>
  isObject(response) && response['type'] === 'content' && Array.isArray(response['value'])
    ? response['value']
    : response;

/** What it writes of a call that a person did not allow. */
const isDenied = (response: unknown): boolean =>
  isObject(response) &&
  response['denied'] === true &&
  Object.keys(response).every((key) => key === 'denied' || key === 'reason');

/** What it answers for a tool that it does not have, or arguments that the tool does not take: no span is of those calls. */
const REFUSED_CALL = /^AI_(?:NoSuchTool|InvalidToolInput|ToolCallRepair)Error: /;

const isRefusedCall = (response: unknown): boolean =>
  typeof response === 'string' && REFUSED_CALL.test(response);
