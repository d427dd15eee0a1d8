/* Names that fields of a span have. Schemas are made of them (`common.ts`); threads load these without what schemas need. */

export const SPAN_CATEGORIES = ['llm', 'tool', 'agent', 'chain', 'db', 'http', 'other'] as const;

export const OBSERVATION_TYPES = [
  'generation',
  'embedding',
  'agent',
  'tool',
  'chain',
  'retriever',
  'reranker',
  'guardrail',
  'evaluator',
  'span',
] as const;

/** In the order of the protocol's numbers. */
export const STATUS_CODES = ['UNSET', 'OK', 'ERROR'] as const;

/** In the order of the protocol's numbers. */
export const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
