import { Type, type Static } from 'typebox';
import { Nullable, Timestamp, object } from './common.ts';

export const Project = object('Project', 'It exists from the first thing that is stored in it.', {
  project_id: Type.String(),
  trace_count: Type.Integer(),
  span_count: Type.Integer(),
  session_count: Type.Integer(),
  first_seen: Nullable(Timestamp),
  last_seen: Nullable(Timestamp),
  size_bytes: Type.Integer(),
});
export type Project = Static<typeof Project>;

export const ProjectList = object('ProjectList', 'All projects.', { data: Type.Array(Project) });
export type ProjectList = Static<typeof ProjectList>;
