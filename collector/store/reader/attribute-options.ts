import type { AttributeOption } from '../../contract/filter-options.ts';
import { isLiving } from '../deleting/doomed.ts';
import type { Statements } from './list-query.ts';
import { rawJSON } from '../../lib/raw-json.ts';

const MAX_SAMPLES = 10;

type KeyRow = Omit<AttributeOption, 'sample_values'> & { readonly id: number };

interface Sample {
  readonly value: string | number | Buffer;
  /** A number that is `digits` and no double. */
  readonly large: number;
  readonly digits: string;
}

/** From each value one seek to the next: a key with a hundred thousand rows costs as much as one with ten. */
const SAMPLES = `WITH RECURSIVE sample (key, value, n) AS (
    SELECT attribute_keys.id, (SELECT MIN(value) FROM attribute_index WHERE key = attribute_keys.id AND ${isLiving('trace')}), 1
    FROM attribute_keys WHERE id = ?
    UNION ALL
    SELECT key, (SELECT MIN(later.value) FROM attribute_index AS later WHERE later.key = sample.key AND later.value > sample.value
        AND ${isLiving('later.trace')}), n + 1
    FROM sample WHERE value IS NOT NULL AND n < ${MAX_SAMPLES}
  ) SELECT value, typeof(value) = 'integer' AND value NOT BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER} AS large, CAST(value AS TEXT) AS digits
  FROM sample WHERE value IS NOT NULL`;

type Kinds = Readonly<Record<'number' | 'string' | 'boolean', number>>;

const isAnyIn = (values: string): string =>
  `EXISTS (SELECT 1 FROM attribute_index WHERE key = ? AND ${values} AND ${isLiving('trace')})`;
/** One seek each: numbers come before texts, and texts before blobs. */
const KINDS = `SELECT ${isAnyIn("value < ''")} AS number, ${isAnyIn("value >= '' AND value < x''")} AS string,
  ${isAnyIn("value > x''")} AS boolean`;

const IS_IN_CONTENT = `SELECT 1 FROM indexed_attributes WHERE key = ? AND value = x'' AND ${isLiving('trace')} LIMIT 1`;

/** The project's indexed keys that some span has. */
export function attributeOptions(statements: Statements, project: number): AttributeOption[] {
  const keys = statements.all<KeyRow>(
    'SELECT id, key, key_type, entity_type FROM attribute_keys WHERE project = ? ORDER BY key',
    [project],
  );
  return keys.flatMap(({ id, ...key }) => {
    const stored = statements.all<Sample>(SAMPLES, [id]);
    const isThere = stored.length > 0 || statements.all(IS_IN_CONTENT, [id]).length > 0;
    if (!isThere) return [];
    const key_type = typeOf(key.key_type, statements.get<Kinds>(KINDS, [id, id, id])!);
    return [{ ...key, key_type, sample_values: stored.flatMap(sampleValue) }];
  });
}

/**
 * The type of the values found, `string` where they are of several types. The stored type is that of the first value in any
 * project: it counts only where no values were found and for arrays, whose items do not show that they are in one.
 */
function typeOf(stored: AttributeOption['key_type'], kinds: Kinds): AttributeOption['key_type'] {
  if (stored === 'array') return stored;
  const found = (['number', 'string', 'boolean'] as const).filter((kind) => kinds[kind] === 1);
  if (found.length > 1) return 'string';
  return found[0] ?? stored;
}

/** A blob is a boolean, or of no bytes where only the presence is indexed. */
function sampleValue({ value, large, digits }: Sample): (string | number | boolean)[] {
  if (large) return [rawJSON(digits)];
  if (!Buffer.isBuffer(value)) return [value];
  return value.length === 0 ? [] : [value[0] === 1];
}
