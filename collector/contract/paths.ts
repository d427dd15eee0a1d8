import { Type } from 'typebox';

/** The project of the unscoped interface. */
export const UNSCOPED_PROJECT = 'default';

/** Ids in paths. One that is not hex, or of another length, does not exist: 404, never 400. */
const trace_id = Type.String({ description: '32 hex digits, upper or lower case' });
const span_id = Type.String({ description: '16 hex digits, upper or lower case' });
const session_id = Type.String({ description: 'percent-encoded where it has a slash' });
const project_id = Type.String({
  description: 'what exporters name; one that has no data answers empty lists',
  examples: ['default'],
});

export const ProjectParams = Type.Object({ project_id });
export const ProjectTraceParams = Type.Object({ project_id, trace_id });
export const ProjectSpanParams = Type.Object({ project_id, trace_id, span_id });
export const ProjectSessionParams = Type.Object({ project_id, session_id });
export const MetricParams = Type.Object({
  project_id,
  name: Type.String({ description: 'of a metric, in its case; percent-encoded where it has a slash' }),
});

export const TokenParams = Type.Object({ token_id: Type.String({ description: '16 hex digits' }) });

export const TraceParams = Type.Object({ trace_id });
export const SpanParams = Type.Object({ span_id });
export const SessionParams = Type.Object({ session_id });
