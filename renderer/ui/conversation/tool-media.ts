import { isImageData } from '../../lib/text.ts';
import type { ContentPart } from '../../lib/thread.ts';

type Block = Readonly<Record<string, unknown>>;

/**
 * The pictures and sounds among the blocks that a tool answered with, as MCP, Anthropic, OpenAI and the OpenTelemetry
 * conventions write them, and what else it answered: a text where only texts are left, undefined where nothing is. Null for
 * an answer without any.
 */
export function splitMedia(
  answer: unknown,
): { readonly media: readonly ContentPart[]; readonly rest: unknown } | null {
  if (!Array.isArray(answer)) return null;
  const blocks: readonly unknown[] = answer;
  const media = blocks.map((block) => (isBlock(block) ? readMedia(block) : null));
  const found = media.filter((part) => part !== null);
  if (found.length === 0) return null;
  const others = blocks.filter((_, index) => media[index] === null);
  const texts = others.map((block) =>
    isBlock(block) && block['type'] === 'text' ? (block['text'] ?? block['content']) : null,
  );
  const isText = texts.every((text) => typeof text === 'string');
  return { media: found, rest: others.length === 0 ? undefined : isText ? texts.join('\n') : others };
}

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readMedia(block: Block): ContentPart | null {
  const source = isBlock(block['source']) ? block['source'] : block;
  const mime = textOf(source, 'mimeType', 'mime_type', 'media_type', 'mediaType');
  const family = textOf(block, 'modality') ?? (mime ?? String(block['type'])).split('/')[0];
  const modality = family === 'audio' ? 'audio' : family === 'image' ? 'image' : null;
  const bytes =
    textOf(source, 'data', 'base64') ?? (block['type'] === 'blob' ? textOf(block, 'content') : null);
  if (modality !== null && bytes !== null) return { type: 'blob', modality, mime_type: mime, content: bytes };
  const image = isBlock(block['image_url']) ? block['image_url']['url'] : block['image_url'];
  const isSeen = typeof image === 'string' && isImageData(image);
  return isSeen ? { type: 'uri', modality: 'image', mime_type: null, uri: image } : null;
}

function textOf(block: Block, ...names: readonly string[]): string | null {
  const value = names.map((name) => block[name]).find((one) => typeof one === 'string' && one !== '');
  return typeof value === 'string' ? value : null;
}
