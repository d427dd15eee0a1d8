import type { FilterValue } from '../../contract/filters.ts';
import { marks } from './conditions.ts';
import { candidateValue, needsWholeValue } from './filters.ts';
import type { Statements } from './list-query.ts';
import type { RawPlace } from '../chunks/raw-records.ts';

export type Candidate = RawPlace & { readonly id: number };

/** The spans that may hold one of `values`, of which the index has no more than the beginning. */
export function candidatesFor(
  statements: Statements,
  project: number,
  key: string,
  values: readonly FilterValue[],
): Candidate[] {
  const sought = new Set(
    values.filter((value) => needsWholeValue(key, value)).map((value) => candidateValue(key, value)),
  );
  return statements.all<Candidate>(
    `SELECT DISTINCT spans.id, spans.resource, spans.scope, spans.chunk, spans.chunk_offset, spans.raw_size
     FROM indexed_attributes AS indexed JOIN spans ON spans.id = indexed.span
     WHERE indexed.key = (SELECT id FROM attribute_keys WHERE project = ? AND key = ?)
       AND indexed.value IN (${marks([...sought])})
     ORDER BY spans.chunk`,
    [project, key, ...sought],
  );
}
