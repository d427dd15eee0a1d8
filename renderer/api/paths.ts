import { withQuery } from './client.ts';

/** The project's part of the API. */
export function projectPath(project: string): string {
  return `/api/v1/project/${encodeURIComponent(project)}/otel`;
}

/** The stream of all that happens in a project. */
export function streamPath(project: string): string {
  return `${projectPath(project)}/sse`;
}

/** Where a trace is to be had outside of this page. */
export function tracePath(project: string, traceId: string): string {
  return `${projectPath(project)}/traces/${encodeURIComponent(traceId)}`;
}

/**
 * The trace with what its tree shows of each span, so that one of a hundred thousand spans opens as well: the pages of a
 * span fetch the span itself.
 */
export function traceTreePath(project: string, traceId: string): string {
  return withQuery(tracePath(project, traceId), { fields: 'tree' });
}
