import type { ProjectList } from '../../contract/projects.ts';
import { listProjects as readProjects, storageTotals as readTotals } from '../../store/reader/projects.ts';
import type { Reader } from '../reader.ts';

export const listProjects = (reader: Reader): ProjectList => ({ data: readProjects(reader.statements) });

/** What the whole database holds. */
export const storageTotals = (reader: Reader): { traces: number; spans: number } =>
  readTotals(reader.statements);
