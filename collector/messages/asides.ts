import type { MessagePart } from '../contract/messages.ts';
import { CITATIONS, REDACTED, REFUSAL, type Source, isSource } from '../contract/named-data.ts';
import { type JsonObject, isNothing } from './json.ts';

export const refusalPart = (content: string): MessagePart => ({ type: 'data', name: REFUSAL, content });

/** Reasoning that only its provider can read, as it was recorded. */
export const redactedPart = (content: unknown): MessagePart => ({ type: 'data', name: REDACTED, content });

export const citationsPart = (sources: readonly Source[]): MessagePart => ({
  type: 'data',
  name: CITATIONS,
  content: sources,
});

/** The words of a refusal; undefined for any other part. */
export function refusalOf(part: MessagePart): string | undefined {
  const isRefusal = part.type === 'data' && part.name === REFUSAL && typeof part.content === 'string';
  return isRefusal ? (part.content as string) : undefined;
}

/** The sources that a part names; undefined for any other part, also for one that only bears the name. */
export function sourcesOf(part: MessagePart): readonly Source[] | undefined {
  if (part.type !== 'data' || part.name !== CITATIONS || !Array.isArray(part.content)) return undefined;
  return part.content.every(isSource) ? part.content : undefined;
}

const isNamed = (part: MessagePart, name: string): boolean => part.type === 'data' && part.name === name;

/**
 * What one copy of an answer has and another leaves out, so that it tells no two apart: how the model came to it and
 * what it drew on. Null for what was said.
 */
export function asideOf(part: MessagePart): 'thought' | 'citations' | null {
  if (part.type === 'reasoning' || isNamed(part, REDACTED)) return 'thought';
  return isNamed(part, CITATIONS) ? 'citations' : null;
}

/** A part of what a model thought: its texts are nobody's words. */
export const asThought = (part: MessagePart): MessagePart =>
  part.type === 'text' ? { type: 'reasoning', content: part.content } : part;

/** A message's sources as its last part, each once, however many pieces of its text draw on them. */
export function gatherCitations(parts: readonly MessagePart[]): readonly MessagePart[] {
  const lists = parts.flatMap((part) => sourcesOf(part) ?? []);
  if (lists.length === 0) return parts;
  const sources = new Map<string, Source>();
  for (const source of lists) {
    const { title, url, quote } = source;
    const isBlank = title === null && url === null && quote === null;
    sources.set(JSON.stringify(isBlank ? source.recorded : [title, url, quote]), source);
  }
  return [...parts.filter((part) => sourcesOf(part) === undefined), citationsPart([...sources.values()])];
}

const DETAILS = { media: 'media_details', tool: 'tool_details' } as const;

/**
 * What the block of a medium or a call says under these names beside it, a title or a file's name for instance, as a part that
 * comes right behind it; none where it says nothing.
 */
export function detailParts(
  kind: keyof typeof DETAILS,
  block: JsonObject,
  ...names: string[]
): MessagePart[] {
  const said = names.filter((name) => !isNothing(block[name]));
  const content = Object.fromEntries(said.map((name) => [name, block[name]]));
  return said.length === 0 ? [] : [{ type: 'data', name: DETAILS[kind], content }];
}

export const isDetail = (part: MessagePart): boolean =>
  isNamed(part, DETAILS.media) || isNamed(part, DETAILS.tool);

const DESCRIBED: ReadonlySet<MessagePart['type']> = new Set(['text', 'blob', 'uri', 'file']);

/** Whether the part at `at` tells of the one before it, which is the same whatever its file is called. */
export function isDetailAt(parts: readonly MessagePart[], at: number): boolean {
  const [before, part] = [parts[at - 1], parts[at]];
  if (before === undefined || part === undefined) return false;
  if (before.type === 'tool_call') return isNamed(part, DETAILS.tool);
  return DESCRIBED.has(before.type) && isNamed(part, DETAILS.media);
}
