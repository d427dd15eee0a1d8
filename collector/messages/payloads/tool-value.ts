import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject } from '../json.ts';

export function toolCallPart(id: unknown, name: unknown, args: unknown): MessagePart {
  return { type: 'tool_call', id: textOrNull(id), name: textOrNull(name) ?? '', arguments: args ?? null };
}

export interface ToolAnswer {
  readonly id: unknown;
  readonly name?: unknown;
  readonly response: unknown;
  readonly isError?: boolean;
}

export function toolResponsePart({ id, name, response, isError }: ToolAnswer): MessagePart {
  return {
    type: 'tool_call_response',
    id: textOrNull(id),
    name: textOrNull(name),
    response: response ?? null,
    is_error: isError ?? false,
  };
}

function textOrNull(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : null;
}

const MCP_BLOCKS = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link']);
const MCP_FIELDS = new Set(['content', 'structuredContent', 'isError', '_meta']);

/** What an MCP server answers a call with (`CallToolResult` of the protocol), undefined for anything else. */
export interface McpResult {
  readonly content: readonly unknown[];
  /** The same as a value, where the tool has a schema of its answers. */
  readonly structured: JsonObject | undefined;
  readonly isError: boolean;
}

export function readMcpResult(value: unknown): McpResult | undefined {
  if (!isObject(value) || !Array.isArray(value['content'])) return undefined;
  const content: readonly unknown[] = value['content'];
  if (!content.every((block) => isObject(block) && MCP_BLOCKS.has(block['type']))) return undefined;
  if (Object.keys(value).some((key) => !MCP_FIELDS.has(key))) return undefined;
  const structured = value['structuredContent'];
  return {
    content,
    structured: isObject(structured) ? structured : undefined,
    isError: value['isError'] === true,
  };
}

/**
 * A tool's answer without the wrapping that a provider's API asks for: a list of one text or JSON block is what the
 * block holds. Anything else stays as it is.
 */
export function unwrapBlocks(value: unknown): unknown {
  if (isObject(value)) return unwrapBlock(value) ?? value;
  if (!Array.isArray(value) || value.length === 0) return value;
  if (value.length === 1) return isObject(value[0]) ? (unwrapBlock(value[0]) ?? value) : value;
  const texts = value.map((block: unknown) => (isObject(block) ? textOfBlock(block) : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('\n') : value;
}

function unwrapBlock(block: JsonObject): unknown {
  const text = textOfBlock(block);
  if (text !== undefined) return text;
  return Object.keys(block).length === 1 && 'json' in block ? block['json'] : undefined;
}

/** `{text}` (Bedrock, Gemini) or `{type: "text" | "output_text" | …, text | content}` and nothing of weight beside it. */
function textOfBlock(block: JsonObject): string | undefined {
  const { type, text, content } = block;
  if (typeof text === 'string') return Object.keys(block).length === 1 || isTextType(type) ? text : undefined;
  return type === 'text' && typeof content === 'string' ? content : undefined;
}

function isTextType(type: unknown): boolean {
  return type === 'text' || type === 'output_text' || type === 'input_text';
}
