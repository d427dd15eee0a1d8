import type { MessagePart } from '../../contract/messages.ts';
import { gatherCitations } from '../asides.ts';
import { type JsonObject, canonicalJson, isObject } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import { readAnthropicBlock } from './anthropic.ts';
import { readBedrockBlock } from './bedrock.ts';
import { readCitations } from './citations.ts';
import { readGeminiPart } from './gemini.ts';
import { readGenkitPart } from './genkit.ts';
import { readHaystackPart } from './haystack.ts';
import { readLangchainBlock } from './langchain.ts';
import { readOpenAiBlock } from './openai.ts';
import { readOtelPart } from './otel-parts.ts';
import { readPydanticPart } from './pydantic.ts';
import { type McpResult, readMcpResult, unwrapBlocks } from './tool-value.ts';
import { readVercelPart } from './vercel.ts';

type BlockReader = (block: JsonObject) => readonly MessagePart[] | undefined;

/**
 * Frameworks hand their provider's blocks through, so every block is shown to every reader. Each answers only for shapes
 * that it is sure of; where two share a type (`reasoning`, `file`), their fields differ.
 */
const READERS: readonly BlockReader[] = [
  (block) => {
    const part = readOtelPart(block);
    return part && [part];
  },
  readOpenAiBlock,
  readAnthropicBlock,
  readVercelPart,
  readLangchainBlock,
  readPydanticPart,
  readGeminiPart,
  readGenkitPart,
  readHaystackPart,
  readBedrockBlock,
];

/** A message's content, whatever its form, as parts. Nothing is lost: what no reader knows becomes a `data` part. */
export function readParts(content: unknown, cache: ReadCache): readonly MessagePart[] {
  if (content === null || content === undefined || content === '') return [];
  if (typeof content === 'string') return [{ type: 'text', content }];
  if (Array.isArray(content))
    return gatherCitations(content.flatMap((block: unknown) => readParts(block, cache)));
  if (isObject(content)) return readBlock(content, cache);
  return [{ type: 'text', content: JSON.stringify(content) ?? '' }];
}

function readBlock(block: JsonObject, cache: ReadCache): readonly MessagePart[] {
  for (const read of READERS) {
    const parts = read(block);
    if (parts !== undefined)
      return withSources(
        block,
        parts.filter(hasContent).map((part) => finishPart(part, cache)),
      );
  }
  const name = typeof block['type'] === 'string' ? block['type'] : null;
  return Object.keys(block).length === 0 ? [] : [{ type: 'data', name, content: block }];
}

/** A text names what it draws on beside its words. */
function withSources(block: JsonObject, parts: readonly MessagePart[]): readonly MessagePart[] {
  return parts.some((part) => part.type === 'text') && parts.length === 1
    ? [...parts, ...readCitations(block)]
    : parts;
}

/** True for a list of blocks that readers know, or that at least name their type: not any JSON that a text may hold. */
export function isBlockList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (block) =>
        isObject(block) &&
        (typeof block['type'] === 'string' || READERS.some((read) => read(block) !== undefined)),
    )
  );
}

function hasContent(part: MessagePart): boolean {
  return !((part.type === 'text' || part.type === 'reasoning') && part.content === '');
}

/** Arguments and answers that are JSON text are parsed; what does not parse stays a string. */
export function finishPart(part: MessagePart, cache: ReadCache): MessagePart {
  if (part.type === 'tool_call') return { ...part, arguments: cache.decoded(part.arguments) };
  if (part.type !== 'tool_call_response') return part;
  const whole = cache.decoded(part.response);
  const mcp = readMcpResult(whole);
  if (mcp === undefined) return { ...part, response: cache.decoded(unwrapBlocks(whole)) ?? null };
  const content = cache.decoded(unwrapBlocks(mcp.content)) ?? null;
  const response = saysNoMore(mcp, content) ? content : whole;
  return { ...part, response, is_error: part.is_error || mcp.isError };
}

/** Whether the blocks of an answer say all of its value, which is in a field of its own where it is no object. */
function saysNoMore({ structured }: McpResult, content: unknown): boolean {
  if (structured === undefined) return true;
  const values = new Set([structured, structured['result']].map(canonicalJson));
  return values.has(canonicalJson(content)) || (typeof content === 'string' && values.has(content));
}
