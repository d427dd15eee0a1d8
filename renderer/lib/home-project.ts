import type { Project } from '../../collector/contract/projects.ts';

/** Where somebody is led who names no project: `default` where it has anything or nothing else has; else the one written to last. */
export function homeProject(projects: readonly Project[]): string {
  if (projects.length === 0 || projects.some((project) => project.project_id === 'default')) return 'default';
  const byLastSeen = projects.toSorted((a, b) => (b.last_seen ?? '').localeCompare(a.last_seen ?? ''));
  return byLastSeen[0]?.project_id ?? 'default';
}
