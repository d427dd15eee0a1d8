import type { Project } from '../../collector/contract/projects.ts';

/** A program may make a project of each of its runs: nobody reads more than this, and thousands take seconds to draw. */
export const MOST_OFFERED = 100;

interface Offered {
  readonly projects: readonly Project[];
  /** How many more there are. */
  readonly others: number;
}

/** In the order given; where there are more than are offered, those that something came to last, and the current one. */
export function offeredProjects(projects: readonly Project[], current: string): Offered {
  const newest = [...projects].sort((a, b) => compare(b.last_seen, a.last_seen)).slice(0, MOST_OFFERED);
  const isNewest = new Set(newest);
  const offered = projects.filter((project) => isNewest.has(project) || project.project_id === current);
  return { projects: offered, others: projects.length - offered.length };
}

/** ISO 8601; what was never seen before all that was. */
function compare(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
