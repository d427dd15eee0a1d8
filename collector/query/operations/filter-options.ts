import type { FilterOptions } from '../../contract/filter-options.ts';
import type { Listed } from '../../store/reader/filter-fields.ts';
import { filterOptions as readOptions } from '../../store/reader/filter-options.ts';
import type { InProject, Reader } from '../reader.ts';

interface Asked extends InProject {
  readonly listed: Listed;
  /** Where traces are listed: only those with an AI span. */
  readonly isOfAi?: boolean;
}

export const filterOptions = (reader: Reader, { project, listed, isOfAi = false }: Asked): FilterOptions =>
  readOptions(reader.statements, reader.project(project), listed, isOfAi);
