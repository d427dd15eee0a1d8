import type { FilterOptions } from '../../contract/filter-options.ts';
import type { Listed } from '../../store/reader/filter-fields.ts';
import { filterOptions as readOptions } from '../../store/reader/filter-options.ts';
import type { InProject, Reader } from '../reader.ts';

export const filterOptions = (
  reader: Reader,
  { project, listed }: InProject & { readonly listed: Listed },
): FilterOptions => readOptions(reader.statements, reader.project(project), listed);
