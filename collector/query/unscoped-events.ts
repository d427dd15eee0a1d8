import type { UnscopedEvent, UnscopedEventDetail } from '../contract/unscoped-events.ts';
import { spanHappenings, type SpanHappening } from '../messages/span-events.ts';
import type { ConversationSpan } from '../messages/conversation-span.ts';
import { rawInteger } from '../store/reader/walk.ts';

/** What happened on a span, as the unscoped interface tells it. */
export function unscopedEvents(span: ConversationSpan): UnscopedEvent[] {
  return spanHappenings(span).map((happening) => event(span, happening));
}

export function unscopedEventDetails(span: ConversationSpan): UnscopedEventDetail[] {
  return spanHappenings(span).map((happening) => ({
    ...event(span, happening),
    attributes: happening.attributes,
  }));
}

function event({ record }: ConversationSpan, happening: SpanHappening): UnscopedEvent {
  return {
    id: happening.id,
    span_id: record.spanId,
    trace_id: record.traceId,
    event_name: happening.name,
    event_time_ns: rawInteger(String(happening.timeUnixNano)),
    event_type: happening.type,
    role: happening.role,
    finish_reason: happening.finishReason,
    content_preview: happening.contentPreview,
    tool_name: happening.toolName,
    tool_call_id: happening.toolCallId,
  };
}
