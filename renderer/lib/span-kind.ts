import type { Span } from '../../collector/contract/spans.ts';

/** The eight colours of the visual language. */
export type SpanTone = 'llm' | 'tool' | 'agent' | 'chain' | 'retriever' | 'db' | 'http' | 'other';

/** The colour a span is shown in: its category, with retrieval told apart from the rest. */
export function spanTone(span: Pick<Span, 'span_category' | 'observation_type'>): SpanTone {
  if (span.observation_type === 'retriever' || span.observation_type === 'reranker') return 'retriever';
  return span.span_category;
}

/** What a span is, in one or two words. */
export function spanKindLabel(span: Pick<Span, 'span_category' | 'observation_type'>): string {
  switch (span.observation_type) {
    case 'generation':
      return 'Model call';
    case 'embedding':
      return 'Embedding';
    case 'agent':
      return 'Agent';
    case 'tool':
      return 'Tool';
    case 'chain':
      return 'Chain';
    case 'retriever':
      return 'Retriever';
    case 'reranker':
      return 'Reranker';
    case 'guardrail':
      return 'Guardrail';
    case 'evaluator':
      return 'Evaluator';
    case 'span':
      return categoryLabel(span.span_category);
  }
}

function categoryLabel(category: Span['span_category']): string {
  switch (category) {
    case 'llm':
      return 'Model call';
    case 'tool':
      return 'Tool';
    case 'agent':
      return 'Agent';
    case 'chain':
      return 'Chain';
    case 'db':
      return 'Database';
    case 'http':
      return 'HTTP';
    case 'other':
      return 'Span';
  }
}
