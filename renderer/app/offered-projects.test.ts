import { expect, test } from 'vitest';
import type { Project } from '../../collector/contract/projects.ts';
import { MOST_OFFERED, offeredProjects } from './offered-projects.ts';

const project = (id: string, lastSeen: string | null): Project => ({
  project_id: id,
  trace_count: 0,
  span_count: 0,
  session_count: 0,
  first_seen: lastSeen,
  last_seen: lastSeen,
  size_bytes: 0,
});
const idsOf = ({ projects }: { readonly projects: readonly Project[] }): string[] =>
  projects.map(({ project_id }) => project_id);

test('as many as can be read are all offered', () => {
  const all = Array.from({ length: MOST_OFFERED }, (_, i) => project(`p${i}`, null));
  expect(offeredProjects(all, 'p0')).toEqual({ projects: all, others: 0 });
});

test('of more, those that something came to last, in the order given', () => {
  const old = Array.from({ length: 50 }, (_, i) => project(`a${i}`, '2026-01-01T00:00:00Z'));
  const never = project('b', null);
  const recent = Array.from({ length: MOST_OFFERED }, (_, i) =>
    project(`c${i}`, `2026-02-01T00:00:${String(i % 60).padStart(2, '0')}.${i}Z`),
  );
  const offered = offeredProjects([...old, never, ...recent], 'c0');
  expect(idsOf(offered)).toEqual(idsOf({ projects: recent }));
  expect(offered.others).toBe(51);
  const withCurrent = offeredProjects([...old, never, ...recent], 'a7');
  expect(idsOf(withCurrent)).toEqual(['a7', ...idsOf({ projects: recent })]);
  expect(withCurrent.others).toBe(50);
});
