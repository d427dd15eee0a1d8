import type { ContentPart } from './thread.ts';

type DataPart = Extract<ContentPart, { type: 'data' }>;

/** What an answer draws on; null where it is not known. */
export type Source = {
  readonly title: string | null;
  readonly url: string | null;
  readonly quote: string | null;
};

/** One document of a search or a reranker; null where it is not known. */
export type FoundDocument = {
  readonly id: string | null;
  readonly content: string | null;
  readonly score: number | null;
};

/** How an answer was judged; null where it is not known. */
export type Evaluation = {
  readonly name: string | null;
  readonly score: number | null;
  readonly label: string | null;
  readonly explanation: string | null;
};

/** `data` parts whose names the collector promises (`DataPart` of its contract), in the form that is promised. */
export type NamedData =
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'redacted'; readonly content: unknown }
  | { readonly kind: 'citations'; readonly sources: readonly Source[] }
  | { readonly kind: 'documents'; readonly documents: readonly FoundDocument[] }
  | { readonly kind: 'evaluation'; readonly evaluation: Evaluation };

/** What a `data` part is by its name; null for all others, and for those that only bear the name. */
export function namedData({ name, content }: DataPart): NamedData | null {
  if (name === 'refusal' && typeof content === 'string') return { kind: 'refusal', text: content };
  if (name === 'redacted_reasoning') return { kind: 'redacted', content };
  if (name === 'citations' && Array.isArray(content) && content.length > 0 && content.every(isSource))
    return { kind: 'citations', sources: content };
  if (name === 'documents' && Array.isArray(content) && content.length > 0 && content.every(isDocument))
    return { kind: 'documents', documents: content };
  if (name === 'evaluation' && isEvaluation(content)) return { kind: 'evaluation', evaluation: content };
  return null;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): boolean => value === null || typeof value === 'number';

function isDocument(value: unknown): value is FoundDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { id, content, score } = value as Readonly<Record<string, unknown>>;
  return isTextOrNull(id) && isTextOrNull(content) && isNumberOrNull(score);
}

function isEvaluation(value: unknown): value is Evaluation {
  if (typeof value !== 'object' || value === null) return false;
  const { name, score, label, explanation } = value as Readonly<Record<string, unknown>>;
  return [name, label, explanation].every(isTextOrNull) && isNumberOrNull(score);
}

function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false;
  const { title, url, quote } = value as Readonly<Record<string, unknown>>;
  return [title, url, quote].every(isTextOrNull);
}

/** What a source is called: its title, else its address, else the beginning of what is quoted. */
export function sourceName({ title, url, quote }: Source): string {
  return [title, url, quote].find((text) => text !== null && text.trim() !== '') ?? '(no name)';
}
