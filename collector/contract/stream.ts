import { Type, type Static } from 'typebox';
import { Nullable, object } from './common.ts';
import { Health } from './health.ts';

/** `data` of `event: span` on `{P}/sse`. */
export const SpanStored = object('SpanStored', 'A span that was stored or replaced.', {
  project_id: Type.String(),
  trace_id: Type.String(),
  span_id: Type.String(),
  session_id: Nullable(Type.String({ description: "its trace's where it names none itself" })),
  user_id: Nullable(Type.String({ description: "its trace's where it names none itself" })),
});
export type SpanStored = Static<typeof SpanStored>;

/** `data` of `event: deleted` on `{P}/sse`. */
const Deleted = Type.Union(
  [Type.Object({ trace_id: Type.String() }), Type.Object({ session_id: Type.String() })],
  { title: 'Deleted', description: 'a trace, or a session with all its traces' },
);

/**
 * A deletion as it is published: what is sent, and what listeners are matched by. A trace with the session that it was
 * in, and whether spans of it named others, whose listeners all hear of it; a session with its traces, so that those who
 * watch one of them do.
 */
export type Deletion = { readonly project_id: string } & (
  | {
      readonly trace_id: string;
      readonly session_id: string | null;
      readonly names_others: boolean;
      readonly trace_ids?: undefined;
    }
  | { readonly session_id: string; readonly trace_ids?: readonly string[]; readonly trace_id?: undefined }
);

export const StreamQuery = Type.Object({
  trace_id: Type.Optional(
    Type.String({ description: 'only spans of this trace, and deletions that take it' }),
  ),
  span_id: Type.Optional(
    Type.String({
      description: 'only this span; without a `trace_id`, spans of this id in any trace, and no deletions',
    }),
  ),
  session_id: Type.Optional(
    Type.String({
      description:
        'only spans that name it, spans of traces that belong to it, and spans by which a trace left it; deletions of it, of its traces, and of traces whose spans name several',
    }),
  ),
});
export type StreamQuery = Static<typeof StreamQuery>;

export const LastEventId = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({
      description: 'resumes after that event, among the last 10,000; else one `resync` comes first',
    }),
  ),
});

const SpanPlace = Type.Object({ span_id: Type.String(), trace_id: Type.String() });

/** `event` of the lines of `/api/v1/traces/sse`. */
export const TraceEvent = Type.Union(
  [
    Type.Object({ type: Type.Literal('NewSpan'), data: SpanPlace }),
    Type.Object({ type: Type.Literal('SpanUpdated'), data: SpanPlace }),
    Type.Object({ type: Type.Literal('TraceCompleted'), data: Type.Object({ trace_id: Type.String() }) }),
    Type.Object({ type: Type.Literal('HealthUpdate'), data: Health }),
  ],
  { title: 'TraceEvent' },
);
export type TraceEvent = Static<typeof TraceEvent>;

export const TraceLine = object('TraceLine', '`data` of `/api/v1/traces/sse`.', { event: TraceEvent });
export type TraceLine = Static<typeof TraceLine>;

const eventId = Type.String({ description: 'increases; what `Last-Event-ID` resumes after' });
const resync = { event: Type.Literal('resync'), data: Type.Object({}) };
const RESYNC =
  'events were missed, or more has changed than is told one by one (spans were read anew, a project was deleted, a deletion failed half-way): reload';

/** One event of `{P}/sse`, as an EventSource shows it once `data` is parsed. */
export const ProjectStreamEvent = Type.Union(
  [
    Type.Object({ event: Type.Literal('span'), id: eventId, data: SpanStored }),
    Type.Object({ event: Type.Literal('deleted'), id: eventId, data: Deleted }),
    Type.Object({ ...resync, id: eventId }, { description: RESYNC }),
  ],
  { title: 'ProjectStreamEvent' },
);

/** One event of `/api/v1/traces/sse`: those without a name are lines of traces. */
export const TraceStreamEvent = Type.Union(
  [Type.Object({ data: TraceLine }), Type.Object(resync, { description: RESYNC })],
  { title: 'TraceStreamEvent' },
);
