import type { Span } from '../contract/spans.ts';
import type { AttributeValue, Attributes, SpanRecord } from '../decode/records.ts';

/** A log record that belongs to a span, as far as messages care. `eventName` is '' where only attributes name the event. */
export interface LogLike {
  readonly eventName: string;
  readonly timeUnixNano: bigint;
  readonly body: AttributeValue;
  readonly attributes: Attributes;
}

/** What a conversation is told from: the columns of a span, its raw record, and the log records that name it. */
export interface ConversationSpan {
  readonly span: Span;
  readonly record: SpanRecord;
  readonly logs?: readonly LogLike[];
  /** Whether its usage is in the sums of its trace, where that is known: of two recordings of a call it is that of one. */
  readonly isCounted?: boolean;
}

/** A span that asked a model for words; embeddings are not part of a conversation. */
export function isModelCall({ span }: ConversationSpan): boolean {
  if (span.observation_type === 'generation') return true;
  return span.span_category === 'llm' && span.observation_type === 'span';
}

export function isTool({ span }: ConversationSpan): boolean {
  return span.span_category === 'tool' || span.observation_type === 'tool';
}

export function isAgent({ span }: ConversationSpan): boolean {
  return span.span_category === 'agent' || span.observation_type === 'agent';
}

/** What a model call looked up, compared or measured is no part of the talk, though the span itself shows it. */
const SILENT = new Set(['embedding', 'retriever', 'reranker', 'guardrail', 'evaluator']);

export function isSilent({ span }: ConversationSpan): boolean {
  return SILENT.has(span.observation_type);
}

export function isAiSpan({ span }: ConversationSpan): boolean {
  const category = span.span_category;
  return category === 'llm' || category === 'tool' || category === 'agent' || category === 'chain';
}

export function hasFailed({ span }: ConversationSpan): boolean {
  return span.has_error;
}

/** By start, then by end, then by ids, so that no result depends on the order of arrival. */
export function compareSpans(a: ConversationSpan, b: ConversationSpan): number {
  if (a.record.startUnixNano !== b.record.startUnixNano)
    return a.record.startUnixNano < b.record.startUnixNano ? -1 : 1;
  if (a.record.endUnixNano !== b.record.endUnixNano)
    return a.record.endUnixNano < b.record.endUnixNano ? -1 : 1;
  if (a.record.traceId !== b.record.traceId) return a.record.traceId < b.record.traceId ? -1 : 1;
  if (a.record.spanId === b.record.spanId) return 0;
  return a.record.spanId < b.record.spanId ? -1 : 1;
}
