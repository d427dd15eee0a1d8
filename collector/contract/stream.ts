import { Type, type Static } from 'typebox';
import { Nullable } from './common.ts';

/** `data` of `event: span` on `{P}/sse`. */
export const SpanStored = Type.Object({
  project_id: Type.String(),
  trace_id: Type.String(),
  span_id: Type.String(),
  session_id: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
});
export type SpanStored = Static<typeof SpanStored>;

export const StreamQuery = Type.Object({
  trace_id: Type.Optional(Type.String()),
  span_id: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
});
export type StreamQuery = Static<typeof StreamQuery>;
