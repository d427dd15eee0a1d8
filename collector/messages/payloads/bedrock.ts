import type { MessagePart } from '../../contract/messages.ts';
import { detailParts, redactedPart } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { mediaPart, uriPart } from './media.ts';
import { readCitations } from './citations.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/**
 * Content blocks of Bedrock's Converse API: one key says what a block is. Strands also writes them flat, with that key as
 * `type` (`{type: "toolUse", name, toolUseId, input}`).
 */
export function readBedrockBlock(block: JsonObject): readonly MessagePart[] | undefined {
  const type = block['type'];
  const flat = (name: string): JsonObject | undefined => {
    const inner = block[name];
    return isObject(inner) ? inner : type === name || type === `${name}Block` ? block : undefined;
  };
  const use = flat('toolUse');
  if (use !== undefined && 'name' in use) return [toolCallPart(use['toolUseId'], use['name'], use['input'])];
  const result = flat('toolResult');
  if (result !== undefined && 'content' in result) return [readResult(result)];
  const cited = flat('citationsContent');
  if (cited !== undefined && Array.isArray(cited['content'])) return readCited(cited, cited['content']);
  const reasoning = flat('reasoningContent') ?? flat('reasoning');
  if (reasoning !== undefined) return readReasoning(reasoning);
  for (const modality of ['image', 'document', 'video']) {
    const media = flat(modality);
    if (media !== undefined && isObject(media['source'])) return readMedia(media, media['source'], modality);
  }
  const text = block['text'];
  return typeof text === 'string' && (type === undefined || type === 'textBlock')
    ? [{ type: 'text', content: text }]
    : undefined;
}

function readResult(result: JsonObject): MessagePart {
  return toolResponsePart({
    id: result['toolUseId'],
    response: result['content'],
    isError: result['status'] === 'error',
  });
}

function readCited(cited: JsonObject, content: readonly unknown[]): readonly MessagePart[] {
  const texts = content.flatMap((piece) => (isObject(piece) ? (stringOf(piece, 'text') ?? []) : []));
  return [...texts.map((text) => ({ type: 'text' as const, content: text })), ...readCitations(cited)];
}

function readReasoning(reasoning: JsonObject): readonly MessagePart[] | undefined {
  const inner = isObject(reasoning['reasoningText']) ? reasoning['reasoningText'] : reasoning;
  const text = stringOf(inner, 'text');
  if (text !== undefined) return [{ type: 'reasoning', content: text }];
  return 'redactedContent' in reasoning ? [redactedPart(reasoning)] : undefined;
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
]);

function readMedia(
  media: JsonObject,
  source: JsonObject,
  modality: string,
): readonly MessagePart[] | undefined {
  const format = stringOf(media, 'format');
  const known = format === undefined ? undefined : FORMATS.get(format);
  const mimeType =
    known ?? (format !== undefined && modality !== 'document' ? `${modality}/${format}` : undefined);
  const location = source['s3Location'];
  const uri = isObject(location) ? stringOf(location, 'uri') : undefined;
  const hints = { mimeType, modality };
  const part = uri === undefined ? mediaPart(source['bytes'], hints) : uriPart(uri, hints);
  return part && [part, ...detailParts('media', media, 'name', 'context')];
}
