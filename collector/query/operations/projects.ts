import type { ProjectList } from '../../contract/projects.ts';
import {
  listProjects as readProjects,
  spansDue,
  storageTotals as readTotals,
} from '../../store/reader/projects.ts';
import { spansBehind } from '../../store/reader/search-queue.ts';
import type { Reader } from '../reader.ts';

export const listProjects = (reader: Reader): ProjectList => ({ data: readProjects(reader.statements) });

interface StorageTotals {
  readonly traces: number;
  readonly spans: number;
  /** Spans that search does not find yet. */
  readonly behind: number;
  /** Spans that an older version extracted. */
  readonly due: number;
}

/** What the whole database holds. */
export const storageTotals = (reader: Reader): StorageTotals => ({
  ...readTotals(reader.statements),
  behind: spansBehind(reader.statements),
  due: spansDue(reader.statements),
});
