import { Type, type Static } from 'typebox';
import { Timestamp, object } from './common.ts';

export const EventMark = object('EventMark', 'When something happened in a span; the span tells the rest.', {
  span_id: Type.String(),
  name: Type.String(),
  timestamp: Timestamp,
});
export type EventMark = Static<typeof EventMark>;

/** Span by span in start order. */
export const TraceEvents = object('TraceEvents', 'The events of a trace.', {
  data: Type.Array(EventMark),
  is_complete: Type.Boolean({ description: 'false where there were more than are told' }),
});
export type TraceEvents = Static<typeof TraceEvents>;
