import { Type, type Static } from 'typebox';
import { Nullable } from './common.ts';
import { Health } from './health.ts';

/** `data` of `event: span` on `{P}/sse`. */
export const SpanStored = Type.Object({
  project_id: Type.String(),
  trace_id: Type.String(),
  span_id: Type.String(),
  session_id: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
});
export type SpanStored = Static<typeof SpanStored>;

/** `data` of `event: deleted` on `{P}/sse`: a trace, or a session with all its traces. */
export const Deleted = Type.Union([
  Type.Object({ trace_id: Type.String() }),
  Type.Object({ session_id: Type.String() }),
]);
export type Deleted = Static<typeof Deleted>;

/**
 * A deletion as it is published: what is sent, and what listeners are matched by. A trace with the session that it was
 * in; a session with its traces, so that those who watch one of them hear of it.
 */
export type Deletion = { readonly project_id: string } & (
  | { readonly trace_id: string; readonly session_id: string | null; readonly trace_ids?: undefined }
  | { readonly session_id: string; readonly trace_ids?: readonly string[]; readonly trace_id?: undefined }
);

export const StreamQuery = Type.Object({
  trace_id: Type.Optional(Type.String()),
  span_id: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
});
export type StreamQuery = Static<typeof StreamQuery>;

const SpanPlace = Type.Object({ span_id: Type.String(), trace_id: Type.String() });

/** `event` of the lines of `/api/v1/traces/sse`. */
export const TraceEvent = Type.Union([
  Type.Object({ type: Type.Literal('NewSpan'), data: SpanPlace }),
  Type.Object({ type: Type.Literal('SpanUpdated'), data: SpanPlace }),
  Type.Object({ type: Type.Literal('TraceCompleted'), data: Type.Object({ trace_id: Type.String() }) }),
  Type.Object({ type: Type.Literal('HealthUpdate'), data: Health }),
]);
export type TraceEvent = Static<typeof TraceEvent>;

export const TraceLine = Type.Object({ event: TraceEvent });
export type TraceLine = Static<typeof TraceLine>;
