import type { MessagePart } from './messages.ts';

type DataPart = Extract<MessagePart, { type: 'data' }>;

/** Names of `data` parts that clients may rely on: what the conventions have no part for. */
export const REFUSAL = 'refusal';
export const REDACTED = 'redacted_reasoning';
export const CITATIONS = 'citations';
export const DOCUMENTS = 'documents';
export const EVALUATION = 'evaluation';
export const REMINDERS = 'system_reminders';

/** What an answer draws on; null where it is not known. `recorded`: as it was recorded. */
export type Source = {
  readonly title: string | null;
  readonly url: string | null;
  readonly quote: string | null;
  readonly recorded: unknown;
};

/** One document of a search or a reranker; null where it is not known. `metadata`: as it was recorded. */
export type FoundDocument = {
  readonly id: string | null;
  readonly content: string | null;
  readonly score: number | null;
  readonly metadata: unknown;
};

/** How an answer was judged; null where it is not known. */
export type Evaluation = {
  readonly name: string | null;
  readonly score: number | null;
  readonly label: string | null;
  readonly explanation: string | null;
};

/** What those parts hold, in the form that is promised. */
export type NamedData =
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'redacted'; readonly content: unknown }
  | { readonly kind: 'citations'; readonly sources: readonly Source[] }
  | { readonly kind: 'documents'; readonly documents: readonly FoundDocument[] }
  | { readonly kind: 'evaluation'; readonly evaluation: Evaluation }
  /** What an agent's program told the model between the person's words. */
  | { readonly kind: 'reminders'; readonly text: string };

/** What a `data` part is by its name; null for all others, and for those that only bear the name. */
export function namedData({ name, content }: DataPart): NamedData | null {
  if (name === REFUSAL && typeof content === 'string') return { kind: 'refusal', text: content };
  if (name === REMINDERS && typeof content === 'string') return { kind: 'reminders', text: content };
  if (name === REDACTED) return { kind: 'redacted', content };
  if (name === CITATIONS && Array.isArray(content) && content.length > 0 && content.every(isSource))
    return { kind: 'citations', sources: content };
  if (name === DOCUMENTS && Array.isArray(content) && content.length > 0 && content.every(isDocument))
    return { kind: 'documents', documents: content };
  if (name === EVALUATION && isEvaluation(content)) return { kind: 'evaluation', evaluation: content };
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

export function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false;
  const { title, url, quote } = value as Readonly<Record<string, unknown>>;
  return [title, url, quote].every(isTextOrNull);
}
