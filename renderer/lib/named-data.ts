import type { ContentPart } from './thread.ts';

type DataPart = Extract<ContentPart, { type: 'data' }>;

/** What an answer draws on; null where it is not known. */
export type Source = {
  readonly title: string | null;
  readonly url: string | null;
  readonly quote: string | null;
};

/** `data` parts whose names the collector promises (`DataPart` of its contract), in the form that is promised. */
export type NamedData =
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'redacted'; readonly content: unknown }
  | { readonly kind: 'citations'; readonly sources: readonly Source[] };

/** What a `data` part is by its name; null for all others, and for those that only bear the name. */
export function namedData({ name, content }: DataPart): NamedData | null {
  if (name === 'refusal' && typeof content === 'string') return { kind: 'refusal', text: content };
  if (name === 'redacted_reasoning') return { kind: 'redacted', content };
  if (name === 'citations' && Array.isArray(content) && content.length > 0 && content.every(isSource))
    return { kind: 'citations', sources: content };
  return null;
}

function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false;
  const { title, url, quote } = value as Readonly<Record<string, unknown>>;
  return [title, url, quote].every((text) => text === null || typeof text === 'string');
}

/** What a source is called: its title, else its address, else the beginning of what is quoted. */
export function sourceName({ title, url, quote }: Source): string {
  return [title, url, quote].find((text) => text !== null && text.trim() !== '') ?? '(no name)';
}
