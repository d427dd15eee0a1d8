import type { AttributeValue, Attributes } from '../decode/records.ts';
import type { MessagePart } from '../contract/messages.ts';
import { DOCUMENTS, EVALUATION, type Evaluation, type FoundDocument } from '../contract/named-data.ts';

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
  const content: Evaluation = {
    name: textOf(read('name')),
    score: scoreOf(read('score.value')),
    label: textOf(read('score.label')),
    explanation: textOf(read('explanation')),
  };
  const isEmpty = Object.values(content).every((value) => value === null);
  return isEmpty ? undefined : { type: 'data', name: EVALUATION, content };
}
