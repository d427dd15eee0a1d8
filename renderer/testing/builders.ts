import type { Message, MessagePart } from '../../collector/contract/messages.ts';
import type { TreeRow, TreeSpan } from '../../collector/contract/spans.ts';
import { EMPTY_SPAN } from '../../collector/contract/testing/empty-span.ts';
import type { TraceTreeDetail } from '../../collector/contract/traces.ts';

/** As lists have it and as trees do. */
type AnySpan = TreeSpan & TreeRow;

/** A span with defaults for everything, for tests. `start` and `end` are seconds after midnight. */
export function span(
  id: string,
  parent: string | null,
  start: number,
  end: number,
  rest: Partial<AnySpan> = {},
): AnySpan {
  return {
    ...EMPTY_SPAN,
    trace_id: 't',
    span_id: id,
    parent_span_id: parent,
    span_name: id,
    timestamp_start: at(start),
    timestamp_end: at(end),
    duration_ms: (end - start) * 1000,
    usage_counts: true,
    depth: 0,
    ...rest,
  };
}

/** A trace with defaults for everything, for tests. */
export function trace(rest: Partial<TraceTreeDetail> = {}): TraceTreeDetail {
  return {
    trace_id: 't',
    trace_name: 'trip',
    start_time: at(0),
    end_time: at(1),
    duration_ms: 1000,
    session_id: null,
    user_id: null,
    environment: null,
    span_count: 1,
    total_tokens: 0,
    total_cost: 0,
    service_name: null,
    framework: null,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    input_cost: 0,
    output_cost: 0,
    unpriced_call_count: 0,
    observation_count: 0,
    llm_call_count: 0,
    tool_call_count: 0,
    running_span_count: 0,
    error_count: 0,
    has_error: false,
    models: [],
    agents: [],
    tags: [],
    input_preview: null,
    output_preview: null,
    error_preview: null,
    root_has_error: false,
    is_complete: true,
    spans: [],
    ...rest,
  };
}

/** A message of a span, for tests. */
export function message(
  id: string,
  role: Message['role'],
  spanId: string,
  parts: MessagePart[],
  rest: Partial<Message> = {},
): Message {
  return {
    id,
    role,
    name: null,
    parts,
    finish_reason: null,
    trace_id: 't',
    span_id: spanId,
    parent_span_id: null,
    span_name: spanId,
    agent_name: null,
    timestamp: at(0),
    model: null,
    provider: null,
    usage: null,
    cost: null,
    direction: 'input',
    source: 'attribute',
    carried_by: [spanId],
    ...rest,
  };
}

function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}
