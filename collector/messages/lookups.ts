import type { AttributeValue, Attributes } from '../decode/records.ts';
import type { MessagePart } from '../contract/messages.ts';

/** `data` parts whose names clients may rely on: what a search found, and how an answer was judged (README, decisions). */
const DOCUMENTS = 'documents';
const EVALUATION = 'evaluation';

/** One document of a search or a reranker; null where it is not known. */
export interface FoundDocument {
  readonly id: string | null;
  readonly content: string | null;
  readonly score: number | null;
  /** As it was recorded. */
  readonly metadata: unknown;
}

/** How an answer was judged, as `gen_ai.evaluation.result` tells it; null where it is not known. */
export interface EvaluationResult {
  readonly name: string | null;
  readonly score: number | null;
  readonly label: string | null;
  readonly explanation: string | null;
}

export const documentsPart = (documents: readonly FoundDocument[]): MessagePart => ({
  type: 'data',
  name: DOCUMENTS,
  content: documents,
});

export const scoreOf = (value: AttributeValue | undefined): number | null =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The judgement that an event's attributes hold; undefined where they hold none. */
export function evaluationOf(attributes: Attributes): MessagePart | undefined {
  const read = (key: string): AttributeValue | undefined => attributes.get(`gen_ai.evaluation.${key}`);
  const content: EvaluationResult = {
    name: textOf(read('name')),
    score: scoreOf(read('score.value')),
    label: textOf(read('score.label')),
    explanation: textOf(read('explanation')),
  };
  const isEmpty = Object.values(content).every((value) => value === null);
  return isEmpty ? undefined : { type: 'data', name: EVALUATION, content };
}
