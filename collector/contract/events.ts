import { Type, type Static } from 'typebox';
import { Timestamp } from './common.ts';

/** When and under which name something happened in a span; its attributes are in the span's detail. */
export const EventMark = Type.Object({ span_id: Type.String(), name: Type.String(), timestamp: Timestamp });
export type EventMark = Static<typeof EventMark>;

/** The events of a trace, span by span in start order; `is_complete` is false where there were too many to tell all. */
export const TraceEvents = Type.Object({ data: Type.Array(EventMark), is_complete: Type.Boolean() });
export type TraceEvents = Static<typeof TraceEvents>;
