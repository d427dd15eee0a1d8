import type { AttributeOption } from '../../contract/filter-options.ts';
import { FIELD_OF_KEY } from '../attributes/attribute-rules.ts';
import { andLiving } from './doomed.ts';
import { placeOfField, type Field } from './filter-fields.ts';
import type { Statements } from './list-query.ts';

/** An attribute key that a column of spans answers for. */
export interface ColumnAttribute {
  readonly key: string;
  readonly kind: Field['kind'];
  /** The column, over `spans`. */
  readonly sql: string;
}

/** The GenAI ones: the others (service, session, user, environment) are fields of what is listed. */
export const COLUMN_ATTRIBUTES: readonly ColumnAttribute[] = [...FIELD_OF_KEY.keys()]
  .filter((key) => key.startsWith('gen_ai.'))
  .flatMap((key) => {
    const place = placeOfField('spans', key);
    return place.at === 'index' ? [] : [{ key, kind: place.field.kind, sql: place.field.sql[0]! }];
  });

/** Spans whose columns are looked through for samples: no index would end the search for a value that nobody has. */
const NEWEST = 10_000;
const MAX_SAMPLES = 10;

/** Those that the newest of a project's spans have, with a few of their values. */
export function columnOptions(statements: Statements, project: number): AttributeOption[] {
  const living = andLiving(statements, project);
  return COLUMN_ATTRIBUTES.flatMap(({ key, kind, sql }) => {
    const value = kind === 'list' ? 'item.value' : 'newest.value';
    const items = kind === 'list' ? ', json_each(newest.value) AS item' : '';
    const samples = statements.all<{ value: string | number }>(
      `SELECT DISTINCT ${value} AS value FROM (
         SELECT ${sql} AS value FROM spans WHERE project = ?${living} ORDER BY start_ns DESC LIMIT ${NEWEST}
       ) AS newest ${items} WHERE newest.value IS NOT NULL ORDER BY 1 LIMIT ${MAX_SAMPLES}`,
      [project],
    );
    if (samples.length === 0) return [];
    const sample_values = samples.map((sample) => sample.value);
    return [{ key, key_type: typeOf(kind), entity_type: 'span' as const, sample_values }];
  });
}

const typeOf = (kind: Field['kind']): AttributeOption['key_type'] => {
  if (kind === 'list') return 'array';
  return kind === 'number' ? 'number' : 'string';
};
