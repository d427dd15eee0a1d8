import type { MessagePart } from '../../contract/messages.ts';
import type { Source } from '../../contract/named-data.ts';
import { citationsPart } from '../asides.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';

/** Where providers keep the sources of a text, on its block or on the whole message. */
const LISTS = ['annotations', 'citations'] as const;
/** A cheap look first: nearly no message names any. */
const HOLDERS = [
  ...LISTS,
  'groundingMetadata',
  'grounding_metadata',
  'citationMetadata',
  'citation_metadata',
];
/** Where an entry keeps what it is about: chat completions, Gemini's grounding, Cohere. */
const INNER = [
  'url_citation',
  'file_citation',
  'container_file_citation',
  'web',
  'retrievedContext',
  'document',
];

/**
 * The sources that a text block, a message or an answer names: OpenAI's `annotations`, Anthropic's and Perplexity's
 * `citations`, Gemini's `groundingMetadata` and `citationMetadata`. One part, or none.
 */
export function readCitations(holder: JsonObject): readonly MessagePart[] {
  if (!HOLDERS.some((name) => name in holder) && !isObject(holder['text'])) return [];
  const wrapped = isObject(holder['text']) ? holder['text'] : {};
  const entries = [
    ...LISTS.flatMap((name) => listOf(holder[name])),
    ...LISTS.flatMap((name) => listOf(wrapped[name])),
    ...inside(
      holder['groundingMetadata'] ?? holder['grounding_metadata'],
      'groundingChunks',
      'grounding_chunks',
    ),
    ...inside(
      holder['citationMetadata'] ?? holder['citation_metadata'],
      'citations',
      'citationSources',
      'citation_sources',
    ),
  ];
  const sources = entries.filter(isSource).map(readSource);
  return sources.length === 0 ? [] : [citationsPart(sources)];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const inside = (holder: unknown, ...names: readonly string[]): readonly unknown[] =>
  isObject(holder) ? names.flatMap((name) => listOf(holder[name])) : [];

const isSource = (entry: unknown): entry is JsonObject | string =>
  (isObject(entry) && Object.keys(entry).length > 0) || (typeof entry === 'string' && entry !== '');

/** One source as a block of its own, as the AI SDK writes it. */
export function readSource(entry: JsonObject | string): Source {
  if (typeof entry === 'string') {
    const isAddress = /^https?:/i.test(entry);
    return { title: isAddress ? null : entry, url: isAddress ? entry : null, quote: null, recorded: entry };
  }
  const inner = INNER.map((name) => entry[name]).find(isObject) ?? entry;
  const source = stringOf(inner, 'source');
  return {
    title: stringOf(inner, 'title', 'document_title', 'filename', 'file_id') ?? null,
    url:
      stringOf(inner, 'url', 'uri', 'fileUrl') ??
      (source !== undefined && /^https?:/i.test(source) ? source : null),
    quote: stringOf(entry, 'cited_text', 'quote') ?? stringOf(inner, 'cited_text', 'quote', 'text') ?? null,
    recorded: entry,
  };
}
