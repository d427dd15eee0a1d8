import type { ProjectList } from '../../contract/projects.ts';
import { listProjects as readProjects, storageTotals as readTotals } from '../../store/reader/projects.ts';
import { spansBehind } from '../../store/reader/search-queue.ts';
import type { Reader } from '../reader.ts';

export const listProjects = (reader: Reader): ProjectList => ({ data: readProjects(reader.statements) });

/** What the whole database holds, and how many spans of it search does not find yet. */
export const storageTotals = (reader: Reader): { traces: number; spans: number; behind: number } => ({
  ...readTotals(reader.statements),
  behind: spansBehind(reader.statements),
});
