import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { newId } from './sample-traces.ts';

export const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'assistant' };

type Placeholder = Required<Pick<SpanSpec, 'traceId' | 'name' | 'start' | 'end'>> &
  Pick<SpanSpec, 'parentSpanId' | 'attributes'>;

/** What Logfire sends as a span starts; `end` is that start, or 0 where it has none. */
export function placeholder({ parentSpanId, attributes, ...span }: Placeholder): SpanSpec {
  const spanId = newId(8);
  return {
    ...span,
    spanId: newId(8),
    parentSpanId: spanId,
    attributes: {
      ...attributes,
      'logfire.span_type': 'pending_span',
      'logfire.pending_parent_id': parentSpanId ?? '0000000000000000',
    },
  };
}
